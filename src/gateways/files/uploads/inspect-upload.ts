import type { UploadRefusal } from '#src/wire/products/uploads.ts';
import { detectMediaType, HEAD_BYTES, type MediaType } from './detect-media-type.ts';

/** Uploads are called so; files that the owner added by hand have other names. */
export const STORED_NAME = /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/;

/** Judges one upload by its content; its first piece must hold the whole head. */
export function inspectUpload() {
  let mediaType: MediaType | undefined;
  let sizeBytes = 0;
  const hasActiveContent = activeContentDetector();
  return {
    async findRefusal(piece: Uint8Array): Promise<UploadRefusal | null> {
      mediaType ??= await detectMediaType(piece);
      if (!mediaType || hasActiveContent(piece)) return 'wrong_type';
      sizeBytes += piece.byteLength;
      return sizeBytes > mediaType.limitBytes ? mediaType.tooLargeReason : null;
    },
    /** It is known once a piece was accepted. */
    extension: () => mediaType?.extension ?? '',
  };
}

export async function* withFullHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array[] | null = [];
  let headBytes = 0;
  for await (const piece of pieces) {
    if (!head) {
      yield piece;
      continue;
    }
    head.push(piece);
    headBytes += piece.byteLength;
    if (headBytes < HEAD_BYTES) continue;
    yield Buffer.concat(head);
    head = null;
  }
  if (head && headBytes > 0) yield Buffer.concat(head);
}

/** Detects HTML, scripts or documents hidden in a picture. Uploads are served inert anyway; this refuses them as well. */
function activeContentDetector(): (piece: Uint8Array) => boolean {
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
