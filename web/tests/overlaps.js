// What of the page lies on something else, or leaves what it stands in, as far as it is seen.
() => {
  // What stays at an edge of the window or of a hand lies on what is scrolled below it, which can be scrolled into view.
  const docks = [...document.querySelectorAll('#page :is(.dock, .stated-faults:has(.wrong))')].map(each => [each, each.closest('.hand') ?? document.body]);
  const clipped = (element, box) => {
    let { left, top, right, bottom } = box;
    for (const [dock, over] of docks) if (over.contains(element) && !dock.contains(element)) bottom = Math.min(bottom, dock.getBoundingClientRect().top);
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.display === 'contents' || (style.overflowX === 'visible' && style.overflowY === 'visible')) continue;
      const around = each.getBoundingClientRect();
      if (style.overflowX !== 'visible') [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    return { left, top, right, bottom };
  };
  // A sheet lies on the whole page, which cannot be tapped then.
  const sheet = document.querySelector(':modal') ?? document;
  const isSeen = element => sheet.contains(element) && element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .sprite, .chart, noscript');
  const pieces = [];
  const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!textContent.trim() || !isSeen(parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) pieces.push([parentElement, textContent.trim(), clipped(parentElement, box)]);
  }
  for (const tiles of document.querySelectorAll('#page svg.tiles'))
    if (isSeen(tiles)) pieces.push([tiles, 'tiles', clipped(tiles, tiles.getBoundingClientRect())]);
  const found = [];
  const edge = document.documentElement.clientWidth;
  for (const each of document.querySelectorAll('#page :is(input, button, table, select)'))
    if (isSeen(each) && !each.closest('.offers, .chips, .tray-rows') && each.getBoundingClientRect().right > edge + 1) found.push(`${each.tagName} ${each.textContent} leaves the page`);
  const around = (one, other, by) => one.left - by <= other.left && one.right + by >= other.right;
  for (const [element, text, box] of pieces) {
    const button = element.closest('button, label, td, th, .player');
    if (button && !around(clipped(button, button.getBoundingClientRect()), box, 2)) found.push(`${text} leaves its ${button.tagName}`);
  }
  for (let first = 0; first < pieces.length; first += 1) {
    for (let second = first + 1; second < pieces.length; second += 1) {
      const [[of, one, a], [by, other, b]] = [pieces[first], pieces[second]];
      if (of === by) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 4) found.push(`${one} lies on ${other} (${Math.round(across)} x ${Math.round(down)})`);
    }
  }
  return [...new Set(found)];
}
