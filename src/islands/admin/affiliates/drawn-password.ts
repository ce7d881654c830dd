const LENGTH = 16;
/** 64 characters without lookalikes, so that each byte maps to one evenly. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_+*=?%';

/** 96 random bits. */
export function drawPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
