import jsQr from 'jsqr';
import { PNG } from 'pngjs';

/** An independent decoder; throws without a code. */
export function readQrCode(picture: Buffer): string {
  const { data, width, height } = PNG.sync.read(picture);
  const found = jsQr(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error(`No QR code is seen in a picture of ${width} x ${height}.`);
  return found.data;
}
