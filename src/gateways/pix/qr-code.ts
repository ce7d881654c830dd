import { toBuffer } from 'qrcode';

/** The text as a QR picture: a PNG in base64, without the `data:` prefix. */
export async function drawQrCode(text: string): Promise<string> {
  const png = await toBuffer(text, { errorCorrectionLevel: 'M', margin: 2, scale: 6 });
  return png.toString('base64');
}
