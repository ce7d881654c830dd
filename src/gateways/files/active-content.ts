/**
 * Looks for what a program would run in what says that it is a picture: pages, scripts and documents hidden in a comment or
 * behind the end. Such files are served as inert as all others, and are refused all the same.
 */
export function activeContentWatch(): (piece: Uint8Array) => boolean {
  let before = '';
  return (piece) => {
    const text = before + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
    before = text.slice(-OVERLAP);
    return ACTIVE.test(text);
  };
}

/** A mark may lie across two pieces. */
const OVERLAP = 200;

// Each long enough not to turn up by chance in the 100 million bytes of a film.
const ACTIVE =
  /<(?:script|iframe|object|embed)[\s/>]|<!doctype\s+html|<html[\s>]|<\?php\s|<svg\s+[\x20-\x7e]{8}|<[a-z]{2,12}\s[^<>]{0,100}\bon[a-z]{4,20}\s?=|%PDF-1\./i;
