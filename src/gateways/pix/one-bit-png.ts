import { crc32, deflateSync } from 'node:zlib';

export function writeBlackAndWhite(rows: boolean[][], scale: number): Buffer {
  const side = rows.length * scale;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(side)),
    chunk('IDAT', deflateSync(scanlines(rows, scale), { level: 6 })),
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
    bytes.fill(0xff, start + 1, start + length);
    for (const [x, isBlack] of row.entries()) {
      if (!isBlack) continue;
      for (let at = x * scale; at < (x + 1) * scale; at += 1) blacken(bytes, start + 1, at);
    }
    for (let line = 1; line < scale; line += 1) bytes.writeUInt8(FILTER_UP, start + line * length);
  }
  return bytes;
}

const FILTER_UP = 2;

function blacken(bytes: Buffer, start: number, at: number): void {
  const position = start + (at >> 3);
  bytes.writeUInt8(bytes.readUInt8(position) & ~(0x80 >> (at & 7)), position);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
