import encodeQR from 'qr';
import { writeBlackAndWhite } from './one-bit-png.ts';

/** The text as a QR picture: a PNG in base64, without the `data:` prefix. Each module is a whole number of pixels. */
export function drawQrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const scale = Math.max(SMALLEST_MODULE, Math.floor(LARGEST_SIDE / rows.length));
  return writeBlackAndWhite(rows, scale).toString('base64');
}

/** In modules; the standard asks for it. */
const QUIET_ZONE = 4;
/** In pixels: what the narrowest screen has room for. */
const LARGEST_SIDE = 292;
const SMALLEST_MODULE = 3;
