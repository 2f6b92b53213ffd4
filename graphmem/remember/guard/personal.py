"""Personal numbers that carry a check digit: payment cards, bank accounts, national numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.remember.guard import checksums
from graphmem.remember.guard.checksums import Check
from graphmem.remember.guard.disguise import View, bare, joined, plain

Found = tuple[int, int, str]

_CONTEXT = 60
"""How far before a number the word may stand that says what it is."""
_MARKS = re.compile(r"[\s.\-/]+")
_CARD = re.compile(r"(?<![\w.+-])(?<!\d[ ,])\d(?:[ -]?\d){11,18}(?![\w-])(?![.,:]\d)")
_GROUPS = re.compile(
    r"\d{12,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}|\d{4}([ -])\d{4}\3\d{4}\3\d{4}\3\d{3}"
)
_CARD_NOT = re.compile(
    r"\b(?:order|invoice|ticket|tracking|shipment|ref(?:erence)?|serial|sku|imei|isbn|id|commit|build|issue|bestell\w*|auftrag\w*|rechnung\w*"
    r"|pedido|commande|article|seq(?:uence)?|offset|timestamp|hash|key|#|no\.|number)[\w.]*[\s:=#\"'-]*\Z",
    re.IGNORECASE,
)
_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?(?![A-Za-z0-9])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class National:
    """A national number. `context`: words of which one must stand before it; None when its form tells enough."""

    label: str
    form: re.Pattern[str]
    check: Check
    context: re.Pattern[str] | None = None


def _national(label: str, form: str, check: Check, context: str = "") -> National:
    return National(
        label=label,
        form=re.compile(rf"(?<![\w.-])(?:{form})(?![\w-])(?!\.\d)"),
        check=check,
        context=re.compile(rf"\b(?:{context})", re.IGNORECASE) if context else None,
    )


_NATIONAL = (
    _national("national-id-es", r"(?:\d{8}|[XYZ]-?\d{7})-?[A-Z]", checksums.is_dni),
    _national("national-id-fr", r"\d{15}", checksums.is_nir, r"nir\b|sécu|secu|insee|social"),
    _national(
        "national-id-fr", r"[12] \d\d (?:0[1-9]|1[0-2]|[2-9]\d) (?:\d\d|2[AB]) \d{3} \d{3} ?\d{2}", checksums.is_nir
    ),
    _national(
        "national-id-it",
        r"[A-Za-z]{6} ?\d{2}[A-Ea-eHLMPRSThlmprst]\d{2} ?[A-Za-z]\d{3}[A-Za-z]",
        checksums.is_fiscal_code,
    ),
    _national("national-id-ch", r"756[. ]\d{4}[. ]\d{4}[. ]\d{2}", checksums.is_ahv),
    _national("national-id-ch", r"756\d{10}", checksums.is_ahv, r"ahv|avs|social"),
    _national("national-id-br", r"\d{3}\.\d{3}\.\d{3}-\d{2}", checksums.is_cpf),
    _national("national-id-br", r"\d{11}", checksums.is_cpf, r"cpf"),
    _national("national-id-be", r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}", checksums.is_rijksregister),
    _national("national-id-fi", r"\d{6}[-+ABCDEFYXWVU]\d{3}[0-9A-FHJ-NPR-Y]", checksums.is_hetu),
    _national("national-id-cn", r"[1-9]\d{16}[\dXx]", checksums.is_resident_id),
    _national("national-id-kr", r"\d{6}-[1-8]\d{6}", checksums.is_rrn),
    _national("national-id-se", r"(?:19|20)?\d{6}[-+]\d{4}", checksums.is_personnummer),
    _national("national-id-se", r"(?:19|20)?\d{10}", checksums.is_personnummer, r"personnummer|person-?nr|samordning"),
    _national("national-id-de", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", checksums.is_tax_id, r"steuer|id-?nr|tin\b|tax"),
    _national(
        "national-id-nl",
        r"\d{4}[. ]?\d{2}[. ]?\d{3}|\d{3}[. ]\d{3}[. ]\d{3}",
        checksums.is_bsn,
        r"bsn|burgerservice|sofi|sofinummer",
    ),
    _national("national-id-pl", r"\d{11}", checksums.is_pesel, r"pesel"),
    _national(
        "national-id-be",
        r"\d{11}",
        checksums.is_rijksregister,
        r"rijksregister|registre national|national number|insz|niss",
    ),
    _national("national-id-pt", r"\d{3} ?\d{3} ?\d{3}", checksums.is_nif, r"nif|contribuinte"),
    _national("national-id-uk", r"\d{3}[ -]?\d{3}[ -]?\d{4}", checksums.is_nhs_number, r"nhs"),
    _national("national-id-ca", r"\d{3}[ -]?\d{3}[ -]?\d{3}", checksums.luhn, r"sin\b|social insurance|nas\b"),
    _national("national-id-in", r"\d{4}[ -]?\d{4}[ -]?\d{4}", checksums.is_aadhaar, r"aadhaar|aadhar|uidai|uid\b"),
    _national("national-id-au", r"\d{3} ?\d{3} ?\d{3}", checksums.is_tfn, r"tfn|tax file"),
)
_LONG_NUMBER = re.compile(r"\d(?:[ .\-]?[\dA-Za-z]){6}")


def find_personal(text: str) -> tuple[Found, ...]:
    """All checked personal numbers of `text` as (start, end, label), in order and apart."""
    view = plain(text)
    naked = bare(text)
    if not _LONG_NUMBER.search(naked.text):
        return ()
    found = [*_in(view.text)]
    if naked.base is not None:
        found += _mapped(naked)
    if glued := joined(naked):
        found += [
            (*glued.span(a, b), label) for a, b, label in _in(glued.text) if any(a < at < b for at in glued.joins)
        ]
    return tuple(_apart(found))


def announced(text: str) -> str:
    """The word of a short text that says which national number follows, "" when none does."""
    met = (national.context.search(text) for national in _NATIONAL if national.context)
    return next((found.group() for found in met if found), "")


def _mapped(view: View) -> list[Found]:
    return [(*view.span(start, end), label) for start, end, label in _in(view.text)]


def _in(text: str) -> Iterator[Found]:
    for match in _IBAN.finditer(text):
        yield from _iban(match)
    for match in _CARD.finditer(text):
        if _is_card(text, match):
            yield *match.span(), "card"
    for national in _NATIONAL:
        yield from _numbers(text, national)


def _iban(match: re.Match[str]) -> Iterator[Found]:
    """The account number that begins here; a word that follows may look like its last group."""
    whole = match.group()
    ends = [len(whole), *(place.start() for place in reversed(list(re.finditer(r"[ -]", whole))))]
    for end in ends:
        if checksums.is_iban(_MARKS.sub("", whole[:end])):
            yield match.start(), match.start() + end, "iban"
            return


def _is_card(text: str, match: re.Match[str]) -> bool:
    written = match.group()
    if not _GROUPS.fullmatch(written) or not checksums.is_card(_MARKS.sub("", written)):
        return False
    is_unbroken = written.isdigit()
    before = text[max(0, match.start() - _CONTEXT) : match.start()]
    return not (is_unbroken and _CARD_NOT.search(before) and "card" not in before.lower())


def _numbers(text: str, national: National) -> Iterator[Found]:
    if national.context and not national.context.search(text):
        return
    for match in national.form.finditer(text):
        before = text[max(0, match.start() - _CONTEXT) : match.start()]
        is_told = national.context is None or national.context.search(before)
        if is_told and national.check(
            _MARKS.sub("", match.group()) if national.label != "national-id-fi" else match.group()
        ):
            yield *match.span(), national.label


def _apart(found: list[Found]) -> Iterator[Found]:
    below = 0
    for start, end, label in sorted(found, key=lambda one: (one[0], -one[1])):
        if start >= below:
            yield start, end, label
            below = end
