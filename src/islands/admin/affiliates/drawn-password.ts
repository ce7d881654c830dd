const LENGTH = 16;
/** 64 letters, digits and signs without those that look alike: each byte stands for exactly one of them. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_+*=?%';

/** A password of 96 random bits, made in the browser. */
export function drawPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}
