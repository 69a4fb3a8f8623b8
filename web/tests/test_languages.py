"""The page's language: the browser's, or the one chosen on the page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, FilePayload, Page, ViewportSize, expect

from web.tests.conftest import SCREEN, TIMEOUT_MS
from web.tests.inspect_page import broken_words, text_size
from web.tests.phone import Phone
from web.tests.server import Served
from web.tests.sheet import exported

WORDS = Path(__file__).parents[1] / "src" / "i18n"
ENGLISH = {key: text for path in (WORDS / "en").iterdir() for key, text in json.loads(path.read_text()).items()}
OTHERS = [json.loads((WORDS / f"{language}.json").read_text()) for language in ("de", "nl")]
SENTENCES = {
    text
    for key, text in ENGLISH.items()
    if " " in text and "{" not in text and all(other[key] != text for other in OTHERS)
}
NAMES = ["Nobody", "Hand", "Anna", "Bert"]
"""Two of the names are words of the page."""


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    locale: str = request.param
    context = browser.new_context(viewport=SCREEN, has_touch=True, is_mobile=True, locale=locale)
    context.set_default_timeout(TIMEOUT_MS)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("page", ["nl-NL"], indirect=True)
def test_a_dutch_browser_shows_dutch_with_the_dutch_names_of_rules(page: Page, served: Served) -> None:
    begin(page, served, "nts-2002")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert in_english(page) == []
    page.get_by_role("button", name="Partij beginnen").tap()
    expect(page.get_by_role("heading", name="Wie won?")).to_be_visible()
    page.locator("[data-winner='3']").tap()
    page.locator("label[data-value='wall']").tap()
    for tile in ("1s", "2s", "3s", "4s", "5s"):
        page.locator(f"[data-tile='{tile}']").tap()
    page.locator("[data-won='5s']").first.tap()
    expect(page.locator("main")).to_contain_text("Dichte pung van 2 t/m 8")
    assert in_english(page) == []


def in_english(page: Page) -> list[str]:
    """The page's visible English sentences that have another translation."""
    visible = {line.strip() for line in page.locator("body").inner_text().splitlines()}
    return sorted(SENTENCES & visible)


def begin(page: Page, served: Served, ruleset: str = "dmjl") -> None:
    page.goto(served.origin)
    page.locator(".rules > summary").tap()
    page.locator(f"label[data-value='{ruleset}']").tap()
    for place, name in enumerate(NAMES):
        page.locator("input[dir=auto]").nth(place).fill(name)


@pytest.mark.parametrize("page", ["de-AT"], indirect=True)
def test_a_german_browser_shows_german_on_every_screen(page: Page, served: Served) -> None:
    begin(page, served)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_text("5, 3 oder 2 Spieler")).to_be_visible()
    assert in_english(page) == []
    page.get_by_role("button", name="Partie beginnen").tap()
    expect(page.get_by_role("heading", name="Wer hat gewonnen?")).to_be_visible()
    assert in_english(page) == []
    assert page.locator("bdi").first.inner_text() == "Nobody", "names are not translated"


_TOO_WIDE: Final = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"
_SMALL: Final[ViewportSize] = {"width": 360, "height": 640}


@pytest.mark.night
@pytest.mark.parametrize(
    ("page", "ruleset"), [("nl-NL", "nts-2002"), ("de-DE", "dmjl"), ("en-GB", "bmja")], indirect=["page"]
)
def test_no_word_is_broken_on_a_small_phone(page: Page, served: Served, ruleset: str) -> None:
    phone = Phone(page, served.origin)
    found: list[str] = []

    def look(screen: str) -> None:
        page.set_viewport_size(_SMALL)
        for size in (100, 200):
            with text_size(page, size):
                found.extend(f"{screen} at {size} %: {each}" for each in broken_words(page))
                wide = page.locator("main button").evaluate_all(_TOO_WIDE)
                found.extend(f"{screen} at {size} %: {each} leaves its key" for each in wide)
        page.set_viewport_size(SCREEN)

    page.goto(served.origin)
    look("settings")
    page.goto(served.origin + "/#sessions")
    phone.open_file(exported(ruleset, NAMES, []))
    phone.counted()
    look("table")
    phone.start_deal(1)
    phone.tap(page.locator(".rare summary"))
    look("how it was won")
    phone.tap(page.locator("label[data-value='wall']"))
    phone.key("2m")
    phone.checked()
    look("a hand by tiles")
    phone.tap(page.locator("label[data-value='score']"))
    phone.tap(page.locator("[data-of='1'] [data-score='40']"))
    phone.checked()
    look("hands by scores")
    phone.tap(page.locator(".counts .back"))
    phone.tap(page.locator(".result summary").first)
    phone.checked()
    look("the deal")
    assert not found, "\n".join(found)


@pytest.mark.night
@pytest.mark.parametrize("page", ["de-DE"], indirect=True)
def test_special_hands_have_german_names_on_a_german_page(page: Page, served: Served) -> None:
    phone = Phone(page, served.origin)
    page.goto(served.origin + "/#sessions")
    phone.open_file(exported("western", NAMES, []))
    phone.start_deal(1)
    phone.tap(page.locator("label[data-value='wall']"))
    phone.tap(page.locator("label[data-value='score']"))
    phone.tap(page.locator(".named-hands > button"))
    page.locator(".named-screen input").fill("königlicher")
    expect(page.locator("[data-named]")).to_have_count(1)
    phone.tap(page.locator("[data-named='royal-ruby']"))
    expect(page.locator(".stated-score")).to_contain_text("Königlicher Rubin")


@pytest.mark.night
@pytest.mark.parametrize("page", ["de-DE"], indirect=True)
def test_exports_of_a_german_session_are_german(page: Page, served: Served) -> None:
    begin(page, served)
    page.get_by_role("button", name="Partie beginnen").tap()
    page.locator(".middle .quiet").tap()
    page.get_by_role("button", name="Spiel speichern").tap()
    expect(page.locator(".entry")).to_have_count(1)
    expect(page).to_have_title("Ost-Runde, Spiel 2 - Pung-Chow-Schreibblock")
    page.locator("[data-winner='3']").tap()
    page.locator("label[data-value='wall']").tap()
    expect(page).to_have_title("\u2068Bert\u2069, Nord - Pung-Chow-Schreibblock")
    page.go_back()
    page.go_back()

    page.evaluate("void (navigator.share = async data => { window.shared = data.text; })")
    page.get_by_role("button", name="Ende").tap()
    page.get_by_role("button", name="Als Text teilen").tap()
    page.wait_for_function("() => window.shared")
    head = page.evaluate("window.shared").splitlines()[0]
    assert re.fullmatch(r"Deutsche Mah Jongg Liga, Chinesisch-Klassisch, \d{1,2}\. [A-Z]\w+ \d{4}, 1 Spiel", head), head
    with page.expect_download() as saved:
        page.get_by_role("button", name="Als Tabelle (CSV)").tap()
    rows = Path(saved.value.path()).read_text().splitlines()
    assert rows[0].startswith("Eintrag,was,Nobody,Hand,Anna,Bert,Nobody (Stand)")
    assert rows[1].startswith("1,Unentschieden: niemand hat gewonnen,0,")


@pytest.mark.night
@pytest.mark.parametrize("page", ["fi-FI"], indirect=True)
def test_a_finnish_browser_shows_english_and_can_be_switched_to_german(page: Page, served: Served) -> None:
    page.goto(served.origin)
    expect(page.get_by_text("5, 3 or 2 players")).to_be_visible()
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.get_by_text("5, 3 oder 2 Spieler")).to_be_visible()
    page.reload()
    expect(page.get_by_text("5, 3 oder 2 Spieler")).to_be_visible()


@pytest.mark.night
@pytest.mark.parametrize("page", ["en-GB"], indirect=True)
def test_an_english_browser_fetches_no_catalogue(page: Page, served: Served) -> None:
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(served.origin)
    expect(page.get_by_text("5, 3 or 2 players")).to_be_visible()
    assert [url for url in urls if "/de-" in url or "/nl-" in url or "/tell-" in url] == []


@pytest.mark.night
@pytest.mark.parametrize("page", ["de-DE"], indirect=True)
def test_what_nearly_scored_has_the_german_names_of_rules(page: Page, served: Served) -> None:
    hand = {"concealed": "22m345p666s", "exposed": ["111z", "999s"]}
    hands = [hand, *[{"concealed": "", "partial": True}] * 3]
    deal = {"type": "deal", "winning_player": 0, "win": {"source": "wall", "tile": "2m"}, "hands": hands}
    page.goto(served.origin + "/#sessions")
    text = exported("dmjl", NAMES, [deal]).encode()
    file: FilePayload = {"name": "x.json", "mimeType": "application/json", "buffer": text}
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".entry").tap()
    page.locator(".nearly summary").tap()
    names = page.locator(".nearly li p")
    expect(names.first).to_be_visible()
    with urlopen(Request(f"{served.origin}/v1/rulesets/dmjl", headers={"Accept-Language": "de"})) as response:
        book = json.load(response)
    german = {rule["text"] for rule in book["rules"]}
    told = {name for text in names.all_inner_texts() for name in text.removesuffix(" \u2026").split("; ")}
    assert told
    assert told <= german
