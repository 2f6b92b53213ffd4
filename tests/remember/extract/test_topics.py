"""Topics: titles and headings with their weights, and the phrases an episode comes back to."""

from extract_given import chat, note, record

from graphmem.domain.entities import EntityKind


def test_the_title_is_what_the_whole_episode_is_about():
    assert note("12. Release train", ("Steps", "We start early.")).entity("Release train").about == ((None, 1.0),)


def test_shorter_forms_of_a_title_weigh_a_little_less():
    read = note("Green (album)", ("Steps", "It plays."))
    assert read.entity("Green (album)").about == ((None, 1.0),)
    assert read.entity("Green").about == ((None, 0.9),)
    assert note("Turin, Italy", ("Steps", "It rains.")).entity("Turin").about == ((None, 0.9),)


def test_a_heading_is_what_its_chunks_are_about():
    read = note("Handbook", ("Robotics portfolio", "The arm is old."), ("Supplier relationship", "They are late."))
    assert read.entity("Robotics portfolio").about == ((0, 1.0),)
    assert read.entity("Supplier relationship").about == ((1, 1.0),)


def test_headings_that_only_name_a_part_of_a_document_are_no_topics():
    read = record("Queue", ("Context and Problem Statement", "It is slow."), ("Considered Options", "- a queue"))
    assert read.names(EntityKind.TOPIC) == {"Queue"}


def test_a_first_prompt_is_no_topic():
    long_prompt = "read the theme file in full and then tell me what to change in the parser please"
    assert chat(("user", "Hello."), title=long_prompt).names(EntityKind.TOPIC) == set()
    assert chat(("user", "Hello."), title="Who is drafting it?").names(EntityKind.TOPIC) == set()


def test_a_known_name_in_the_title_is_about_the_episode_too():
    read = record("Use RDS for orders", ("Decision", "We will use RDS."), ("Context", "We run RDS already."))
    assert read.entity("RDS").about == ((None, 0.6),)
    assert read.found.decisions[0].about == ("Use RDS for orders", "RDS")


def test_at_most_three_phrases_that_share_no_word_are_topics():
    read = chat(
        ("Ana", "The docking station is loose. The docking station needs a spring."),
        ("Ben", "Is the docking station in the budget plan? The spring is."),
        ("Ana", "Yeah, the colour of the docking station is yellow, and the spring too."),
    )
    topics = read.names(EntityKind.TOPIC)
    assert "docking station" in topics
    assert len(topics) <= 3
    assert [read.quote(span) for span in read.entity("docking station").spans] == ["docking station"] * 4


def test_people_fillers_and_verbs_are_no_topics():
    read = chat(("Ana", "Tom Becker ran. Tom Becker ran. Yeah, you know, um, okay."), ("Ben", "Okay, yeah."))
    assert read.names(EntityKind.TOPIC) == set()
