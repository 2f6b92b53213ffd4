"""Who may let go of what is held back."""

from graphmem.domain.scope import Reader, Role


def releasable(reader: Reader) -> tuple[str, ...]:
    """The audiences whose quarantined text the reader may release.

    Their own and private one, unless they only read; what is the company's takes an admin, a team's its lead or an
    admin.
    """
    if reader.role is Role.READER:
        return ()
    own = {f"{reader.tenant}/{kind}:{reader.principal}" for kind in ("personal", "private")}
    company = f"{reader.tenant}/company"
    return tuple(
        audience
        for audience in reader.audiences
        if audience in own or reader.role is Role.ADMIN or (reader.role is Role.LEAD and audience != company)
    )
