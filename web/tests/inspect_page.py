"""Checks of a screen: axe-core's rules, sizes of text and of targets, widths, overlaps, contrast."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from playwright.sync_api import Locator, Page

Scheme = Literal["light", "dark", "forced"]
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark", "forced")
_FORCED: Final[tuple[Literal["none", "active"], ...]] = ("none", "active")
_AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
MIN_TEXT_PX = 14
MIN_TARGET_PX = 44
MIN_ROW_PX = 36
"""The height of a row of the sheet, which is a key as wide as the screen: ten deals are read on one phone."""
MIN_TILE_PX = 28
"""The width of a tile's key: nine stand side by side on the narrowest phone."""

_RUN_AXE = "async beside => (await axe.run(document, {resultTypes: ['violations'], ...beside})).violations"
_OF_COLOURS = {"runOnly": ["color-contrast"]}
"""The rules of axe-core that depend on colours."""
_SMALL_TEXT = """least => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    const size = parseFloat(getComputedStyle(parentElement).fontSize);
    if (textContent.trim() && size < least) found.push(`${textContent} (${size} px)`);
  }
  return found;
}"""
_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_NARROW = """([least, leastOfTiles, leastOfRows]) => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const small = [...document.querySelectorAll('button, label, summary, input, a[href]')]
    .filter(each => each.checkVisibility() && !each.closest('.unseen') && !each.closest('label label'))
    .filter(each => each.tagName !== 'INPUT' || !each.closest('label'))
    .map(each => [each, each.getBoundingClientRect()])
    .map(([each, box]) => [each, box, each.matches('[data-tile], .tile-key') ? leastOfTiles : least])
    .map(([each, box, width]) => [each, box, width, each.matches('.entry button') ? leastOfRows : least])
    .filter(([, box, width, height]) => box.width < width || box.height < height)
    .map(([each, box]) => `${each.textContent || each.className} (${box.width} x ${box.height})`);
  return [...(wide > 0 ? [`${wide} px too wide`] : []), ...small];
}"""


def _axe() -> str:
    if not _AXE.exists():
        raise FileNotFoundError(f"{_AXE}: run `npm ci` in web/ first")
    return _AXE.read_text()


def serious_faults(page: Page, options: Mapping[str, Any] = MappingProxyType({})) -> list[str]:
    """The serious and critical violations that axe-core finds; `options` are those of its run."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    violations: list[dict[str, Any]] = page.evaluate(_RUN_AXE, dict(options))
    return [
        f"{each['id']}: {node['html']} {node['failureSummary']}"
        for each in violations
        for node in each["nodes"]
        if each["impact"] in ("serious", "critical")
    ]


def small_text(page: Page) -> list[str]:
    return list(page.evaluate(_SMALL_TEXT, MIN_TEXT_PX))


def overflow(page: Page) -> int:
    """The number of pixels by which the page is wider than the phone."""
    return int(page.evaluate(_OVERFLOW))


WIDTHS = (320, 360, 390, 768, 1280)
_TEXT_SIZE = "size => { document.documentElement.style.fontSize = size; }"
_DRAWN = """async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""Waits until the tables whose box has another size or other letters are measured and drawn again."""


def narrow_faults(page: Page) -> list[str]:
    """Content wider than the screen and targets that are too small, at five widths, and with text at 200 %."""
    usual = page.viewport_size
    assert usual is not None
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": usual["height"]})
        found += [f"on {width}: {each}" for each in page.evaluate(_NARROW, [MIN_TARGET_PX, MIN_TILE_PX, MIN_ROW_PX])]
    page.set_viewport_size(usual)
    page.evaluate(_TEXT_SIZE, "200%")
    if overflow(page) > 0:
        found.append(f"{overflow(page)} px too wide with text of 200 %")
    page.evaluate(_TEXT_SIZE, "")
    return found


_OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text()


def overlaps(page: Page) -> list[str]:
    """Visible texts and tiles that overlap each other or overflow their containers."""
    with _unrolled(page):
        return list(page.evaluate(_OVERLAPS))


@contextmanager
def text_size(page: Page, percent: int) -> Iterator[None]:
    """Set the text size while the block runs."""
    page.evaluate(_TEXT_SIZE, f"{percent}%")
    page.evaluate(_DRAWN)
    yield
    page.evaluate(_TEXT_SIZE, "")


_BROKEN_WORDS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node, currentNode: { textContent: text, parentElement: within } } = walker;
    if (!within.checkVisibility() || within.closest('.unseen, .name, .page')) continue;
    for (const { 0: part, index } of text.matchAll(/[\\p{L}\\p{M}\\u00ad]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + part.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      if (new Set(tops).size > part.split('\\u00ad').length) found.push(`${part} of ${text}`);
    }
  }
  return [...new Set(found)];
}"""


def broken_words(page: Page) -> list[str]:
    """Words that are on more lines than their soft hyphens allow."""
    return list(page.evaluate(_BROKEN_WORDS))


_FAINT_EDGES = """least => {
  const light = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(part => part / 255)
      .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const seen = element => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!/, 0\\)$|transparent/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  return [...document.querySelectorAll('button:not(:disabled), input, .offer span')]
    .filter(each => each.checkVisibility() && !each.closest('.unseen'))
    .filter(each => parseFloat(getComputedStyle(each).borderTopWidth) > 0)
    .filter(each => contrast(getComputedStyle(each).borderTopColor, seen(each.parentElement)) < least)
    .map(each => `${each.textContent}: ${getComputedStyle(each).borderTopColor} on ${seen(each.parentElement)}`);
}"""
MIN_EDGE_CONTRAST = 3.0


def faint_edges(page: Page) -> list[str]:
    """Edges of targets with too little contrast to their background."""
    return list(page.evaluate(_FAINT_EDGES, MIN_EDGE_CONTRAST))


@contextmanager
def _unrolled(page: Page) -> Iterator[None]:
    """Make the screen as long as the page while the block runs, so that sticky elements cover nothing."""
    usual = page.viewport_size
    assert usual is not None
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({"width": usual["width"], "height": max(height, usual["height"])})
    page.evaluate(_DRAWN)
    yield
    page.set_viewport_size(usual)


def picture(of: Page | Locator, name: str) -> None:
    """Save a screenshot in the folder `SCREENSHOTS`, if set: it takes longer than the checks."""
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        of.screenshot(path=Path(folder) / f"{name}.png")


@contextmanager
def _scheme(page: Page, scheme: Scheme) -> Iterator[None]:
    """Show the page in a colour scheme while the block runs."""
    if scheme == "light":
        yield
        return
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", forced_colors=_FORCED[scheme == "forced"])
    yield
    page.emulate_media(color_scheme="light", forced_colors="none")


def faults_of_colours(page: Page, screen: str) -> list[str]:
    """Violations of axe-core's rules in light colours, and of those about colours in dark and forced ones."""
    found = []
    for scheme in SCHEMES:
        with _scheme(page, scheme):
            picture(page, f"{screen}-{scheme}")
            faults = serious_faults(page, {} if scheme == "light" else _OF_COLOURS)
            faults += [] if scheme == "forced" else faint_edges(page)
        found += [f"{screen}, {scheme}: {fault}" for fault in faults]
    return found


def faults_of_sizes(page: Page, screen: str) -> list[str]:
    """Text and targets that are too small on a screen, and content that does not fit another width."""
    return [f"{screen}: {fault}" for fault in (*small_text(page), *narrow_faults(page))]


class Album:
    """The screens of a test, each checked in each colour scheme."""

    def __init__(self) -> None:
        self.screens: list[str] = []
        self.faults: list[str] = []

    def take(self, page: Page, screen: str, *, whole: bool = False) -> None:
        self.screens.append(screen)
        with _unrolled(page) if whole else nullcontext():
            self.faults += faults_of_colours(page, screen)
        self.faults += faults_of_sizes(page, screen)
