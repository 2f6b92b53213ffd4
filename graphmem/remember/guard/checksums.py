"""The check digits of cards, bank accounts and national numbers; each function takes the bare characters."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

_IBAN_LENGTHS = {
    entry[:2]: int(entry[2:])
    for entry in """AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28
    EE20 EG29 ES24 FI18
    FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
    LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24
    SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20""".split()
}
"""Characters of an account number by country (ISO 13616)."""
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_HETU_LETTERS = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_FISCAL_TURN = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)
"""What a letter counts in an odd place of an Italian fiscal code; a digit counts like the letter of its place."""
_VERHOEFF_TURN = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Issuer:
    """Who gives out cards whose number begins between `first` and `last` (as many digits as these have)."""

    first: int
    last: int
    lengths: frozenset[int]


_SIXTEEN, _LONG = frozenset({16}), frozenset({16, 17, 18, 19})
_ISSUERS = (
    Issuer(first=4, last=4, lengths=frozenset({13, 16, 19})),
    Issuer(first=51, last=55, lengths=_SIXTEEN),
    Issuer(first=2221, last=2720, lengths=_SIXTEEN),
    Issuer(first=34, last=34, lengths=frozenset({15})),
    Issuer(first=37, last=37, lengths=frozenset({15})),
    Issuer(first=6011, last=6011, lengths=_LONG),
    Issuer(first=644, last=659, lengths=_LONG),
    Issuer(first=3528, last=3589, lengths=_LONG),
    Issuer(first=300, last=305, lengths=frozenset({14})),
    Issuer(first=36, last=36, lengths=frozenset({14})),
    Issuer(first=38, last=39, lengths=frozenset({14})),
    Issuer(first=62, last=62, lengths=_LONG),
    Issuer(first=6759, last=6763, lengths=frozenset({12, 13, 14, 15, 16, 17, 18, 19})),
)


def is_card(digits: str) -> bool:
    """A number of a known issuer, of its length, whose Luhn digit is right."""
    return luhn(digits) and len(set(digits)) > 1 and any(_issued(digits, issuer) for issuer in _ISSUERS)


def _issued(digits: str, issuer: Issuer) -> bool:
    return len(digits) in issuer.lengths and issuer.first <= int(digits[: len(str(issuer.first))]) <= issuer.last


def is_iban(number: str) -> bool:
    """A bank account number: the country's length and mod 97 (ISO 7064)."""
    code = number.upper()
    if _IBAN_LENGTHS.get(code[:2]) != len(code) or not code[2:4].isdigit():
        return False
    return int("".join(str(int(each, 36)) for each in code[4:] + code[:4])) % 97 == 1


def luhn(digits: str) -> bool:
    """Every second digit from the right doubled: the sum ends in 0."""
    return sum(_doubled(int(d)) if n % 2 else int(d) for n, d in enumerate(reversed(digits))) % 10 == 0


def _doubled(digit: int) -> int:
    return digit * 2 - 9 if digit > 4 else digit * 2  # noqa: PLR2004 - a doubled 5 has two digits


def is_dni(number: str) -> bool:
    """Spain: 8 digits (or X, Y, Z and 7) and the letter of the remainder by 23."""
    body = number[:-1].upper().translate(str.maketrans("XYZ", "012"))
    return body.isdigit() and _DNI_LETTERS[int(body) % 23] == number[-1].upper()


def is_nir(number: str) -> bool:
    """France: 13 characters and 97 minus their remainder by 97; Corsica's letters count as 19 and 18."""
    body = number[:13].upper().replace("2A", "19").replace("2B", "18")
    is_dated = int(number[3:5]) in {*range(1, 13), *range(20, 43), *range(50, 100)}
    return body.isdigit() and is_dated and 97 - int(body) % 97 == int(number[13:])


def is_fiscal_code(number: str) -> bool:
    """Italy: 15 letters and digits and a letter made of odd and even places."""
    code = number.upper()
    odd = sum(_FISCAL_TURN[_place(each)] for each in code[:15:2])
    even = sum(map(_place, code[1:15:2]))
    return chr(ord("A") + (odd + even) % 26) == code[15]


def _place(each: str) -> int:
    return int(each) if each.isdigit() else ord(each) - ord("A")


def is_tax_id(digits: str) -> bool:
    """Germany (Steuer-ID): no leading 0, one digit two or three times among the first ten, ISO 7064 mod 11, 10."""
    counts = sorted(digits[:10].count(each) for each in set(digits[:10]))
    if digits[0] == "0" or counts[-1] not in {2, 3} or counts.count(1) < len(counts) - 1:
        return False
    product = 10
    for each in digits[:10]:
        product = ((int(each) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def is_bsn(digits: str) -> bool:
    """Netherlands: the eleven test, last digit negative."""
    return _weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0 and int(digits) > 0


def is_pesel(digits: str) -> bool:
    """Poland: a date of birth and weights 1, 3, 7, 9."""
    return _weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0 and _is_day(
        int(digits[2:4]) % 20, digits[4:6]
    )


def is_rijksregister(digits: str) -> bool:
    """Belgium: 97 minus the remainder by 97, for births after 1999 with a 2 in front."""
    return any(97 - int(century + digits[:9]) % 97 == int(digits[9:]) for century in ("", "2")) and _is_day(
        int(digits[2:4]) % 20, digits[4:6]
    )


def is_cpf(digits: str) -> bool:
    """Brazil: two digits by mod 11."""
    first = _weighted(digits[:9], range(10, 1, -1)) * 10 % 11 % 10
    second = _weighted(digits[:10], range(11, 1, -1)) * 10 % 11 % 10
    return len(set(digits)) > 1 and digits[9:] == f"{first}{second}"


def is_nif(digits: str) -> bool:
    """Portugal: mod 11 over 8 digits."""
    check = 11 - _weighted(digits[:8], range(9, 1, -1)) % 11
    return int(digits[8]) == (check if check < 10 else 0)  # noqa: PLR2004 - a check digit is one digit


def is_nhs_number(digits: str) -> bool:
    """United Kingdom: mod 11 over 9 digits; 10 is never given out."""
    check = (11 - _weighted(digits[:9], range(10, 1, -1)) % 11) % 11
    return check == int(digits[9]) and len(set(digits)) > 1


def is_personnummer(digits: str) -> bool:
    """Sweden: a date of birth and Luhn over the last ten digits."""
    last = digits[-10:]
    return luhn(last) and _is_day(int(last[2:4]), last[4:6])


def is_hetu(number: str) -> bool:
    """Finland: a date of birth, a century's mark and the remainder by 31."""
    check = int(number[:6] + number[7:10]) % 31
    return _HETU_LETTERS[check] == number[10].upper() and _is_day(int(number[2:4]), number[:2])


def is_ahv(digits: str) -> bool:
    """Switzerland: 756 and the check digit of a bar code."""
    return sum(int(d) * (3 if n % 2 else 1) for n, d in enumerate(digits)) % 10 == 0


def is_aadhaar(digits: str) -> bool:
    """India: Verhoeff's check digit."""
    state = 0
    for place, each in enumerate(reversed(digits)):
        value = int(each)
        for _ in range(place % 8):
            value = _VERHOEFF_TURN[value]
        state = _dihedral(state, value)
    return state == 0 and digits[0] not in "01"


def is_resident_id(number: str) -> bool:
    """China: a date of birth and ISO 7064 mod 11, 2, where X is 10."""
    total = sum(int(each) * pow(2, 17 - place, 11) for place, each in enumerate(number[:17]))
    is_born = 1900 <= int(number[6:10]) <= date.today().year and _is_day(int(number[10:12]), number[12:14])  # noqa: DTZ011, PLR2004 - a year is enough
    return is_born and "10X98765432"[total % 11] == number[17].upper()


def is_rrn(digits: str) -> bool:
    """South Korea: a date of birth and mod 11 over 12 digits."""
    check = (11 - _weighted(digits[:12], (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)) % 11) % 10
    return check == int(digits[12]) and _is_day(int(digits[2:4]), digits[4:6])


def is_tfn(digits: str) -> bool:
    """Australia: weights over nine digits, mod 11."""
    return _weighted(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0 and len(set(digits)) > 1


def _dihedral(a: int, b: int) -> int:
    """Multiplication in the group of the pentagon's symmetries."""
    if a < 5:  # noqa: PLR2004 - turns are 0 to 4, flips 5 to 9
        return (a + b) % 5 if b < 5 else 5 + (a + b) % 5  # noqa: PLR2004
    return 5 + (a - b) % 5 if b < 5 else (a - b) % 5  # noqa: PLR2004


def _weighted(digits: str, weights: "tuple[int, ...] | range") -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))


def _is_day(month: int, day: str) -> bool:
    return 1 <= month <= 12 and 1 <= int(day) <= 31  # noqa: PLR2004 - the calendar


Check = Callable[[str], bool]
