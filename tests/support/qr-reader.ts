import jsQr from 'jsqr';
import { PNG } from 'pngjs';

/** What a QR picture says to a reader that shares nothing with whoever drew it; throws where it says nothing. */
export function readQrCode(picture: Buffer): string {
  const { data, width, height } = PNG.sync.read(picture);
  const found = jsQr(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error(`No QR code is seen in a picture of ${width} x ${height}.`);
  return found.data;
}
