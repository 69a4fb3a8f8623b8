"""The guide for clubs (docs/club.md), tap by tap: from the choice of a rulebook to shared rules."""

import re
from pathlib import Path

from playwright.sync_api import expect

from web.tests.phone import Phone
from web.tests.watch import Watch

GUIDE = " ".join((Path(__file__).parents[2] / "docs" / "club.md").read_text().split())


def follow(step: str) -> None:
    """Fails if the guide does not have this step, with its keys."""
    assert step in GUIDE


def test_a_club_finds_its_rulebook_changes_three_numbers_and_shares_them(
    phone: Phone, other: Phone, watch: Watch
) -> None:
    watch.refusals = True  # of the hand of their own while it has less than seven pairs, where a busy machine asks
    page = phone.page
    follow("Open *Rules:* on the first screen, then *I don't know: help me choose*.")
    phone.unfold_rules()
    phone.tap(page.get_by_text("I don't know: help me choose"))
    follow("Answer *Where was it learnt?*, *Chows in a hand?* and *Special hands by name?*")
    for question, answer in (
        ("Where was it learnt?", "Britain"),
        ("Chows in a hand?", "At most one"),
        ("Special hands by name?", "A whole list"),
    ):
        phone.choose(question, answer)
    expect(page.locator("label[data-value='bmja'] input")).to_be_checked()
    expect(page.locator(".help-choose [role=status]")).to_contain_text("Others fit too: ")

    follow("Tap *House rules: change what you play differently*.")
    phone.press("House rules: change what you play differently")
    follow("Write a *Name of your rules*, for example")
    page.get_by_label("Name of your rules").fill("Thursday table")
    follow("change the limit to 500")
    page.get_by_label("Limit: ").fill("500")
    follow("find *What do the players who did not win settle among themselves?* and tap *Nothing*")
    phone.choose("What do the players who did not win settle among themselves?", "Nothing")
    follow('type "mah-jong" into *Find a rule, here or in another book*. Open the rule and change *Points* to 10')
    page.get_by_label("Find a rule, here or in another book").fill("mah-jong")
    rule = page.locator("[data-rule='mah-jong']")
    phone.tap(rule.locator("summary"))
    rule.get_by_label("Points").fill("10")
    expect(rule).to_contain_text("(the book: 20 points)")
    follow("The foot of the page counts 3 changes.")
    expect(page.locator("footer").get_by_text("3 changes")).to_be_visible()

    follow("Under *A hand of your own*, write the *Name of the hand*.")
    own = page.locator(".own-hand")
    own.get_by_label("Name of the hand").fill("Our pairs")
    follow("Choose a group, such as *Pair*. Then tap what it is of, such as *one suit*.")
    phone.tap(own.get_by_role("button", name="Pair", exact=True))
    for _ in range(7):
        phone.tap(own.locator("[data-of]").get_by_text("one suit", exact=True))
    follow("The page shows *These hands count, and others like them:* and *This one does not:*.")
    expect(own.get_by_text("These hands count, and others like them:")).to_be_visible()
    expect(own.get_by_text("This one does not:")).to_be_visible()
    follow("tap *Add the hand*")
    phone.press("Add the hand")
    expect(page.locator("footer").get_by_text("4 changes")).to_be_visible()
    follow("For another share, such as half, choose *50 % of the limit* under *Share of the limit*.")
    pairs = page.locator("[data-rule='house:hand-1']")
    expect(pairs.locator("summary")).to_contain_text("the limit")
    expect(pairs.locator("summary")).to_be_in_viewport()
    pairs.get_by_label("Share of the limit").select_option("50\u00a0% of the limit")
    expect(pairs.locator("summary")).to_contain_text("50\u00a0% of the limit")

    follow("Tap *Done*, then *Start the game*.")
    phone.press("Done")
    phone.unfold_rules()
    expect(page.get_by_role("radio", name="A whole list")).to_be_checked()
    phone.press("Start the game")
    phone.counted()
    follow("At the table, tap *Settings*, then *House rules*, then *Share these rules*.")
    phone.press("Settings")
    phone.press("House rules")
    phone.press(re.compile("^Share these rules"))
    follow("*Share as a link* sends them")
    link = phone.share("Share as a link")["url"]
    other.page.goto(link)
    for change in ("500", "10", "Nothing", "50\u00a0% of the limit"):
        expect(other.page.locator(".changes-listed")).to_contain_text(change)
    follow("There, tap *Play by these rules*.")
    other.press("Play by these rules")
    other.press("Start the game")
    expect(other.page.get_by_text("with house rules: \u2068Thursday table\u2069")).to_be_visible()
