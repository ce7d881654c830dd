import { toBuffer } from 'qrcode';

/** The text as a QR picture: a PNG in base64, without the `data:` prefix. */
export async function drawQrCode(text: string): Promise<string> {
  const png = await toBuffer(text, { errorCorrectionLevel: 'M', margin: 2, scale: 6, rendererOpts: { ...PACKING } });
  return png.toString('base64');
}

/**
 * Most rows of a QR code are the same as the one above, which is PNG's filter 2. To try all five of them on each row, as is
 * usual, holds the process three times as long for a picture that is larger by a third.
 */
const PACKING = { filterType: 2, deflateLevel: 6, deflateStrategy: 0 };
