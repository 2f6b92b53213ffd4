"""Which bytes are text, and in which encoding."""

import codecs

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a RIFF media file"),
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a zip archive or office file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"\x7fELF", "a program"),
)
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TEXT_CONTROLS = frozenset(b"\t\n\r\x0c\x1b\x08")
_BINARY_SHARE = 0.1
_WIDE_SHARE = 0.3


def decoded(raw: bytes) -> tuple[str, str]:
    """The text of one line and what was wrong with it: a stray byte is replaced, a Windows line is read as such."""
    try:
        return raw.decode(), ""
    except UnicodeDecodeError as error:
        replaced = raw.decode(errors="replace")
        is_utf8 = error.reason == "unexpected end of data" or any(
            character > "\x7f" and character != "\ufffd" for character in replaced
        )
    if is_utf8:
        return replaced, "line with bytes that are not UTF-8, replaced"
    return raw.decode("cp1252", errors="replace"), "line that is not UTF-8, read as Windows-1252"


def encoding_of(head: bytes) -> str:
    """The encoding that the first bytes give away; "" = UTF-8 without a mark, or a line-wise guess."""
    marked = next((encoding for mark, encoding in _BYTE_ORDER_MARKS if head.startswith(mark)), "")
    if marked:
        return marked
    half = len(head) // 2
    if half and head[1::2].count(0) > _WIDE_SHARE * half and head[0::2].count(0) == 0:
        return "utf-16-le"
    if half and head[0::2].count(0) > _WIDE_SHARE * half and head[1::2].count(0) == 0:
        return "utf-16-be"
    return ""


def binary_kind(head: bytes) -> str:
    """What kind of file that is no text `head` begins; "" when it is text."""
    known = next((kind for signature, kind in _SIGNATURES if head.startswith(signature)), "")
    if known or encoding_of(head):
        return known
    text = head.rstrip(b"\x00")
    controls = sum(byte < ord(" ") and byte not in _TEXT_CONTROLS for byte in text)
    return "binary" if controls > _BINARY_SHARE * len(text) else ""
