/** What PostgreSQL and its clients say to each other begins with such a letter. */
export const [READY, TERMINATE, NO_TRANSACTION, ERROR] = Buffer.from('ZXIE');

/** A message is its type, its length, and so many bytes. */
export function readMessages(take: (frame: Buffer, type: number | undefined) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      const frame = rest.subarray(0, end);
      rest = rest.subarray(end);
      take(frame, frame[0]);
    }
  };
}

export function queryOf(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
