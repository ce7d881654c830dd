import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refusal } from '#src/domain/refusals.ts';
import type { PasswordHashing } from '#src/domain/shop.ts';

/** argon2id with 19 MiB, two passes and one lane, two hashes at a time off the main thread. */
export function openPasswords(): PasswordHashing {
  const takeTurn = semaphore(HASHES_AT_ONCE);
  return {
    hash: (password) => takeTurn(async () => writePhc(await derive(password, randomBytes(SALT_BYTES)))),
    matches: (password, stored) =>
      takeTurn(async () => {
        const { salt, hash } = readPhc(stored) ?? NOBODY;
        const derived = await derive(password, salt);
        return timingSafeEqual(derived.hash, hash) && stored !== undefined;
      }),
  };
}

const HASHES_AT_ONCE = 2;
const SALT_BYTES = 16;
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const deriveKey = promisify(argon2);

type Derived = { salt: Buffer; hash: Buffer };

/** Makes an unknown account cost as much as a wrong password. */
const NOBODY: Derived = { salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(COST.tagLength) };

async function derive(password: string, salt: Buffer): Promise<Derived> {
  const hash = await deriveKey('argon2id', { message: password.normalize('NFC'), nonce: salt, ...COST });
  return { salt, hash };
}

function writePhc({ salt, hash }: Derived): string {
  return `${PHC_PREFIX}${unpadded(salt)}$${unpadded(hash)}`;
}

const PHC_PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

function readPhc(stored: string | undefined): Derived | undefined {
  if (!stored?.startsWith(PHC_PREFIX)) return undefined;
  const [salt = '', hash = ''] = stored.slice(PHC_PREFIX.length).split('$');
  const derived = { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
  return derived.hash.length === COST.tagLength ? derived : undefined;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function semaphore(width: number) {
  const waiting: (() => void)[] = [];
  let free = width;
  return async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else if (waiting.length >= LONGEST_LINE) throw crowded();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Some five seconds of work. */
const LONGEST_LINE = 300;

function crowded() {
  return refusal('unavailable', 'unavailable', 'A loja está ocupada. Tente de novo em instantes.', {
    retryAfterSeconds: 5,
  });
}
