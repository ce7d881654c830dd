/** Redrawing an animated picture would freeze it, so this reads the animation marks of GIF, WebP and PNG. */
export async function isAnimated(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, SEARCHED_BYTES).arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.startsWith('GIF8')) return framesOfGif(text) > 1;
  if (text.startsWith('WEBPVP8X', 8)) return ((bytes[20] ?? 0) & WEBP_MOVES) !== 0;
  if (text.startsWith('PNG', 1)) return text.indexOf('acTL') > 0 && text.indexOf('acTL') < text.indexOf('IDAT');
  return false;
}

const WEBP_MOVES = 2;
const SEARCHED_BYTES = 4 * 1024 * 1024;

function framesOfGif(text: string): number {
  return text.match(/\u0021\u00f9\u0004[\s\S]{4}\u0000[\u0021\u002c]/g)?.length ?? 0;
}
