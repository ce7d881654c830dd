import { IMAGE_LIMIT_BYTES, type VIDEO_EXTENSIONS, VIDEO_LIMIT_BYTES } from '#src/wire/products/uploads.ts';

export type MediaType = {
  extension: string;
  limitBytes: number;
  tooLargeReason: 'image_too_large' | 'video_too_large';
};

export const HEAD_BYTES = 4_100;

/** Detects by content, whatever the name says; undefined for every type the shop does not accept. */
export async function detectMediaType(head: Uint8Array): Promise<MediaType | undefined> {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length < LEAST_BYTES) return undefined;
  // `file-type` skips byte order marks and audio tags; the file itself must start with the signature.
  const begun = Object.entries(KINDS).filter(([, { begins }]) => begins(bytes));
  if (begun.length === 0) return undefined;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  return begun.find(([mime]) => mime === found?.mime)?.[1].medium;
}

const LEAST_BYTES = 16;

type Kind = { medium: MediaType; begins: (head: Buffer) => boolean };

const KINDS: Record<string, Kind> = {
  'image/png': image('png', (head) => head.readUInt32BE(0) === 0x89504e47),
  'image/apng': image('png', (head) => head.readUInt32BE(0) === 0x89504e47),
  'image/jpeg': image('jpg', (head) => head.readUIntBE(0, 3) === 0xffd8ff),
  'image/webp': image('webp', (head) => textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP'),
  'image/gif': image('gif', isGif),
  'video/mp4': video('mp4', isMp4),
  'video/x-m4v': video('mp4', isMp4),
  'video/webm': video('webm', (head) => head.readUInt32BE(0) === 0x1a45dfa3),
  'video/ogg': video('ogv', isOgg),
  'audio/ogg': video('ogv', isOgg),
  'application/ogg': video('ogv', isOgg),
};

function image(extension: string, begins: Kind['begins']): Kind {
  return { medium: { extension, limitBytes: IMAGE_LIMIT_BYTES, tooLargeReason: 'image_too_large' }, begins };
}

function video(extension: (typeof VIDEO_EXTENSIONS)[number], begins: Kind['begins']): Kind {
  return { medium: { extension, limitBytes: VIDEO_LIMIT_BYTES, tooLargeReason: 'video_too_large' }, begins };
}

/** One of three marks comes after the color table; a script disguised as `GIF89a=alert(1)` has none. */
function isGif(head: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) return false;
  const packed = head.readUInt8(10);
  const colorBytes = packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
  return [0x21, 0x2c, 0x3b].includes(head[13 + colorBytes] ?? 0);
}

/** The first box has a plausible length, unlike `<!--ftyp`. */
function isMp4(head: Buffer): boolean {
  return textAt(head, 4) === 'ftyp' && head.readUInt32BE(0) >= 12 && head.readUInt32BE(0) < 4_096;
}

function isOgg(head: Buffer): boolean {
  return textAt(head, 0) === 'OggS';
}

function textAt(head: Buffer, start: number): string {
  return head.toString('latin1', start, start + 4);
}
