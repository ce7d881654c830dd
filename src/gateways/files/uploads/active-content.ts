/** Detects HTML, scripts or documents hidden in a picture. Uploads are served inert anyway; this refuses them as well. */
export function activeContentDetector(): (piece: Uint8Array) => boolean {
  let before = '';
  return (piece) => {
    const text = before + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
    before = text.slice(-OVERLAP);
    return ACTIVE.test(text);
  };
}

const OVERLAP = 200;

// Each pattern is long enough not to appear by chance in 100 MB of video.
const ACTIVE =
  /<(?:script|iframe|object|embed)[\s/>]|<!doctype\s+html|<html[\s>]|<\?php\s|<svg\s+[\x20-\x7e]{8}|<[a-z]{2,12}\s[^<>]{0,100}\bon[a-z]{4,20}\s?=|%PDF-1\./i;
