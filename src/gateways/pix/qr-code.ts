import encodeQR from 'qr';
import { writeBlackAndWhite } from './one-bit-png.ts';

export function drawQrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const scale = Math.max(SMALLEST_MODULE, Math.floor(LARGEST_SIDE / rows.length));
  return writeBlackAndWhite(rows, scale).toString('base64');
}

const QUIET_ZONE = 4;
/** Pixels on the narrowest screen. */
const LARGEST_SIDE = 292;
const SMALLEST_MODULE = 3;
