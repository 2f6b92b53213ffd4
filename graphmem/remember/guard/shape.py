"""What a value looks like: random, a placeholder, a piece of code, an ordinary word."""

import base64
import binascii
import re
from collections import Counter
from math import log2

from graphmem.remember.guard.tables import SECRETS

_FILLED = re.compile(
    r"<[^<>]*>?|\$\{.*|\$\(.*|\$[A-Za-z_]\w*|\{.*|\[.*|%\w+%"
    r"|.*(?:%[sdr(]|\.\.\.|…|\*\*\*|•|xxxx|\$\{|\{\{|<\w).*|.*\byour[-_ ].*|.*[-_]here\b.*"
    r"|.*(?:placeholder|change[-_]?me|redacted|insert[-_]).*|(.)\1*",
    re.IGNORECASE | re.DOTALL,
)
_CODE = re.compile(
    r"[A-Za-z_$][\w$]*(?:\(.*|\[.*|::.*|->.*|(?:\??\.[A-Za-z_]\w*)+(?:[(\[].*)?)|(?:await|new|lambda|return|function)\b.*|&\w.*|@\w+|!\w+",
    re.DOTALL,
)
_NAME = re.compile(
    r"[a-z]+(?:[_.-][a-z]+)+[_-]?\d{0,2}|[A-Z]+(?:_[A-Z0-9]+)+|[a-z]+(?:[A-Z][a-z]+)+\d?|[A-Z][a-z]+(?:[A-Z][a-z]+)+"
)
_TECHNICAL = re.compile(
    r"(?:argon2\w*|bcrypt\w*|scrypt|pbkdf2\w*|sha-?\d+\w*|md5|base\d+\w*|utf-?\d+|aes-?\d*\w*|[hrep]s\d+|ed25519|rsa-?\d*|oauth2?|oidc|saml2?"
    r"|jwt|totp|[2m]fa|k8s|s3|ec2|http[s2]?|ipv\d|v?\d+(?:\.\d+)*|p\d+|log4j|ntlmv?\d?|u2f|fido2|web3|[a-z]{3,})",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"[~<>=]{0,2}\d{1,5}[-+–]?(?:\d{1,4})?[-+]?(?:[a-z-]{0,12}|[A-Z]{0,4})[.,]?"
    r"|\d+(?:[.,:/-]\d+)+%?|\d+%"
)
_PLACE = re.compile(
    r"(?:\w+://|~?\.{0,2}/|[A-Za-z]:\\)\S*|[\w.+-]+@[\w-]+\.[a-z]{2,6}|(?:[\w-]+/)+[\w.-]+|[\w-]+\.(?:py|js|ts|md|txt|json|ya?ml|toml|env|pem|key|go|rs|java|sh|html|com|org|net|io)"
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_DIGEST = re.compile(r"(?:sha\d{1,3}|md5|blake2b?)[-:=].*|(?:[0-9a-f]{2}:){7,}[0-9a-f]{2}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_SYMBOL = re.compile(r"[!@#$%^&*?+~=|\\/]")
_SEGMENT = re.compile(r"[-_./:]+")
_RUN = re.compile(r"[A-Za-z]{2,}")
_VOWELS = frozenset("aeiouyAEIOUY")
RANDOM_LENGTH, RANDOM_BITS, LETTERS_LENGTH = 12, 2.9, 20
WORD_VOWELS = 0.25
PASSWORD_LENGTH = 4
PHRASE_LENGTH = 40
DECODED_LENGTH = 6_000
_READABLE = 0.97


def is_placeholder(value: str) -> bool:
    """A value that stands for one: `<your-key>`, `${TOKEN}`, `sk-...`, `xxxxx`, `required`, an earlier mask of ours."""
    return value.lower().strip("'\"`*_") in SECRETS.placeholders or bool(_FILLED.fullmatch(value))


def is_code(value: str) -> bool:
    """An expression or a name that a program would look up: `os.environ[…]`, `settings.token`, `API_KEY`."""
    return bool(_CODE.fullmatch(value) or _NAME.fullmatch(value))


def is_random(value: str) -> bool:
    """Long, of many different characters, with a digit, and not made of words joined by marks."""
    if len(value) < RANDOM_LENGTH or entropy(value) < RANDOM_BITS or is_placeholder(value):
        return False
    if not any(each.isdigit() for each in value):
        return _is_letter_salad(value)
    return any(_is_mixed(segment) for segment in _SEGMENT.split(value))


def is_token(value: str, *, is_named: bool) -> bool:
    """A random value that is no digest, UUID, path or code.

    is_named  what stands before says that it is a key: then a UUID may be one
    """
    if is_code(value) or _DIGEST.fullmatch(value) or _PLACE.fullmatch(value):
        return False
    if _UUID.fullmatch(value):
        return is_named
    return is_random(value)


def is_password(value: str, *, is_quoted: bool, is_assigned: bool) -> bool:
    """What may be a password where one is expected.

    Unquoted words pass unless a line of an environment file or a connection string assigns them.
    """
    if len(value) < PASSWORD_LENGTH or is_placeholder(value) or _DIGEST.fullmatch(value):
        return False
    if any(map(str.isspace, value)):
        return is_quoted and len(value) <= PHRASE_LENGTH and any(_is_mixed_word(word) for word in value.split())
    if is_assigned:
        return not (_CODE.fullmatch(value) and not _SYMBOL.search(value))
    if is_quoted and value.isalpha():
        return not _NAME.fullmatch(value)
    if is_code(value) or _MEASURE.fullmatch(value) or _PLACE.fullmatch(value) or _is_terms(value):
        return value.isdigit() and len(value) > PASSWORD_LENGTH + 1 and not value.endswith("000")
    has_letter = any(map(str.isalpha, value))
    has_other = any(map(str.isdigit, value)) or bool(_SYMBOL.search(value))
    return has_letter and (has_other or is_quoted)


def is_cut_token(body: str) -> bool:
    """The beginning of a token: letters and digits in one, or small and capital letters beyond a word's form."""
    return _is_mixed(body, least=PASSWORD_LENGTH) and not is_placeholder(body)


def entropy(value: str) -> float:
    """Shannon entropy in bits a character."""
    return -sum(n / len(value) * log2(n / len(value)) for n in Counter(value).values()) if value else 0.0


def decoded(run: str) -> str:
    """The text that a run of base64 (either alphabet) encodes; "" when it is none that a person could read."""
    body = run.rstrip("=").replace("-", "+").replace("_", "/")[: DECODED_LENGTH // 4 * 4]
    if len(body) % 4 == 1:
        body = body[:-1]
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except (binascii.Error, ValueError):
        return ""
    text = raw.decode("utf-8", "replace")
    readable = sum(each.isprintable() or each in "\n\t\r" for each in text if each != "\ufffd")
    return text if readable >= _READABLE * len(text) else ""


def is_varied(value: str) -> bool:
    """A digit, and a capital letter inside or a mark that passwords have."""
    return any(map(str.isdigit, value)) and (value[1:].lower() != value[1:] or has_symbol(value))


def has_symbol(value: str) -> bool:
    """Whether a mark stands in it that passwords have and words do not."""
    return bool(_SYMBOL.search(value))


def _is_mixed_word(word: str) -> bool:
    has_both = any(map(str.isdigit, word)) and any(map(str.isalpha, word))
    return has_both and not (_MEASURE.fullmatch(word) or _is_terms(word) or is_code(word))


def _is_terms(value: str) -> bool:
    """Words and names of techniques joined by hyphens: `base64-encoded`, `case-sensitive`, `RS256`."""
    return all(_TECHNICAL.fullmatch(piece) for piece in re.split(r"[-/_]", value.strip(".,"))) and not (
        value.isalpha() and not value.islower()
    )


def _is_mixed(segment: str, *, least: int = 8) -> bool:
    """Letters and digits in a run of `least`, not a word with a number at its end."""
    if len(segment) < least:
        return False
    digits = sum(map(str.isdigit, segment))
    if _HEX.fullmatch(segment) and len(segment) >= 2 * least:
        return digits > 0
    letters = sum(map(str.isalpha, segment))
    runs = _RUN.findall(segment)
    is_word_and_number = len(runs) == 1 and len(runs[0]) >= letters - 1 and runs[0].lower() == runs[0] and digits < 4  # noqa: PLR2004
    return digits > 0 and letters > 0 and not is_word_and_number


def _is_letter_salad(value: str) -> bool:
    letters = [each for each in value if each.isalpha()]
    has_both = any(map(str.islower, letters)) and any(map(str.isupper, letters))
    vowels = sum(each in _VOWELS for each in letters)
    return len(value) >= LETTERS_LENGTH and has_both and vowels < WORD_VOWELS * len(letters)
