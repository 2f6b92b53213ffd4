"""Figures as Markdown tables that are read as well in a terminal: the first column to the left, the others right."""

from collections.abc import Iterable, Iterator, Sequence

Cell = str | int | float | None


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Lines of columns, each as wide as its widest cell; None is a dash, a fraction has one digit."""
    cells = [list(head), *([_text(cell) for cell in row] for row in rows)]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(head))]
    first, *others = widths
    rule = ["-" * first, *(f"{'-' * (width - 1)}:" for width in others)]
    return "\n".join(_lines([cells[0], rule, *cells[1:]], widths))


def _lines(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    for row in rows:
        padded = (
            cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        yield f"| {' | '.join(padded)} |"


def _text(cell: Cell) -> str:
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.1f}"
        case _:
            return str(cell).replace("|", "\\|")
