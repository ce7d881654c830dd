import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHashing } from '#src/domain/access/password-hashing.ts';
import { refusal } from '#src/domain/refusals.ts';
import { BUSY } from '#src/http/errors.ts';

/** Hashes are argon2id, two at a time off the main thread; a stored one is judged by its own parameters. */
export function openPasswords(): PasswordHashing {
  const takeTurn = semaphore(HASHES_AT_ONCE);
  return {
    hash: (password) => takeTurn(async () => writePhc(await derive(password, randomBytes(SALT_BYTES), COST))),
    isCurrent: (stored) => stored.startsWith(PHC_PREFIX),
    matches: (password, stored) =>
      takeTurn(async () => {
        const { salt, hash, cost } = readPhc(stored) ?? NOBODY;
        const derived = await derive(password, salt, cost);
        return timingSafeEqual(derived.hash, hash) && stored !== undefined;
      }),
  };
}

const HASHES_AT_ONCE = 2;
const SALT_BYTES = 16;
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
type Cost = typeof COST;
/** The shop wrote no hash beyond these, which would take its memory. */
const MOST_COST: Cost = { memory: 262_144, passes: 16, parallelism: 16, tagLength: 64 };
const deriveKey = promisify(argon2);

type Derived = { salt: Buffer; hash: Buffer };

/** Makes an unknown account cost as much as a wrong password. */
const NOBODY = { salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(COST.tagLength), cost: COST };

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Derived> {
  const hash = await deriveKey('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost });
  return { salt, hash };
}

function writePhc({ salt, hash }: Derived): string {
  return `${PHC_PREFIX}${unpadded(salt)}$${unpadded(hash)}`;
}

const PHC_PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

function readPhc(stored: string | undefined): (Derived & { cost: Cost }) | undefined {
  const written = PHC.exec(stored ?? '')?.groups;
  if (!written) return undefined;
  const derived = {
    salt: Buffer.from(written['salt'] ?? '', 'base64'),
    hash: Buffer.from(written['hash'] ?? '', 'base64'),
  };
  const [memory, passes, parallelism] = [written['m'], written['t'], written['p']].map(Number);
  const cost = {
    memory: memory ?? 0,
    passes: passes ?? 0,
    parallelism: parallelism ?? 0,
    tagLength: derived.hash.length,
  };
  return isBearable(cost) ? { ...derived, cost } : undefined;
}

const PHC = /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/;

function isBearable(cost: Cost): boolean {
  const names = ['memory', 'passes', 'parallelism', 'tagLength'] as const;
  return cost.tagLength >= 16 && names.every((name) => cost[name] >= 1 && cost[name] <= MOST_COST[name]);
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
  return refusal('unavailable', 'unavailable', BUSY, {
    retryAfterSeconds: 5,
  });
}
