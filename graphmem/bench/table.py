"""Figures as plain text in columns: the first to the left, numbers to the right."""

from collections.abc import Iterable, Iterator, Sequence

Cell = str | int | float | None


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Lines of columns, each as wide as its widest cell; None is a dash, a fraction has one digit."""
    cells = [list(head), *([_text(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    rule = ["-" * width for width in widths]
    return "\n".join(_lines([cells[0], rule, *cells[1:]], widths))


def _lines(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    for row in rows:
        first, *others = (
            cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *others)).rstrip()


def _text(cell: Cell) -> str:
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.1f}"
        case _:
            return str(cell)
