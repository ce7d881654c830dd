import { crc32, deflateSync } from 'node:zlib';

export function writeBlackAndWhite(rows: boolean[][], scale: number): Buffer {
  const side = rows.length * scale;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(side)),
    chunk('IDAT', deflateSync(scanlines(rows, scale), { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function header(side: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(side, 0);
  bytes.writeUInt32BE(side, 4);
  bytes.writeUInt8(1, 8);
  return bytes;
}

function scanlines(rows: boolean[][], scale: number): Buffer {
  const length = 1 + Math.ceil((rows.length * scale) / 8);
  const bytes = Buffer.alloc(length * rows.length * scale);
  for (const [y, row] of rows.entries()) {
    const start = y * scale * length;
    writeLine(bytes.subarray(start + 1, start + length), row, scale);
    for (let line = 1; line < scale; line += 1) bytes.writeUInt8(FILTER_UP, start + line * length);
  }
  return bytes;
}

const FILTER_UP = 2;

/** Collects the bits of a module at a time, since a bit at a time takes as long as encoding the whole code. */
function writeLine(line: Buffer, row: boolean[], scale: number): void {
  const white = (1 << scale) - 1;
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const isBlack of row) {
    bits = (bits << scale) | (isBlack ? 0 : white);
    for (count += scale; count >= 8; at += 1) {
      count -= 8;
      line[at] = bits >> count;
    }
    bits &= (1 << count) - 1;
  }
  if (count > 0) line[at] = (bits << (8 - count)) | (0xff >> count);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
