"""Read the QR code on a screen, as another phone's camera would."""

from pathlib import Path
from typing import Final

from web.tests.phone import Phone

_READER: Final = Path(__file__).parents[1] / "node_modules" / "jsqr" / "dist" / "jsQR.js"
_READ: Final = """async () => {
  const image = document.querySelector('img.qr');
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, width, height).data;
}"""


def link_in_code(phone: Phone) -> str:
    """Show the QR code of this screen, and return the link in it."""
    phone.press("As a QR code")
    phone.page.locator("img.qr").wait_for()
    phone.page.evaluate(_READER.read_text())
    return str(phone.page.evaluate(_READ))
