"""The account of what was not used."""

from ingest.tally import LISTED_FAULTS, Tally


def test_equal_reasons_are_counted_together_with_their_first_line() -> None:
    tally = Tally("u")
    for line in (4, 7, 9):
        tally.leave_out("row of type x", line)
    assert [(one.line, one.reason, one.is_fault) for one in tally.report()] == [(4, "3 × row of type x", False)]


def test_more_than_a_fifth_unknown_puts_the_whole_in_doubt() -> None:
    for unknown, is_doubtful in ((2, False), (3, True)):
        tally = Tally("u", read=10)
        for line in range(unknown):
            tally.fault("what is this", line + 1)
        assert any(one.line == 0 and one.is_fault for one in tally.report()) is is_doubtful


def test_a_torn_line_is_a_fault_but_does_not_count_as_unknown() -> None:
    tally = Tally("u", read=1)
    tally.fault("half-written", 1, is_unknown=False)
    assert [one.line for one in tally.report()] == [1]


def test_very_many_faults_are_not_all_listed_but_all_counted() -> None:
    tally = Tally("u", read=10_000)
    for line in range(1, LISTED_FAULTS + 51):
        tally.fault("what is this", line)
    told = list(tally.report())
    assert len(told) == LISTED_FAULTS + 1
    assert told[-1].reason == "50 more faults, not listed"
