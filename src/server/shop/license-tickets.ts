import { createHmac, randomBytes } from 'node:crypto';
import { findSigningKey, insertSigningKey } from '#db/queries/licenses/signing-keys.ts';
import { findOrInsertSecret } from '#db/queries/secrets/secrets.ts';
import type { SigningKeyRow } from '#db/tables/licenses.ts';
import type { Database } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { Tickets } from '#src/domain/licenses/tickets.ts';

/** Signs with the shop's own key, which its first start makes and every backup carries. */
export async function openLicenseTickets(db: Database, now: Date): Promise<Tickets> {
  await ensureSigningKey(db, now);
  const secret = Buffer.from(await findOrInsertSecret(db, 'machine key', randomBytes(32).toString('hex')), 'hex');
  const seal = (purpose: string, text: string) => createHmac('sha256', secret).update(`${purpose}\n${text}`);
  return {
    async sign(claims) {
      // The library is loaded with the first ticket, since each start of the store would wait for it.
      const { importJWK, SignJWT } = await import('jose');
      // The key is read each time, since a command may have retired it.
      const { kid, privateKey } = await ensureSigningKey(db, new Date(claims.iat * 1000));
      const key = await importJWK(JSON.parse(privateKey), ALGORITHM);
      return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' }).sign(key);
    },
    hashFingerprint: (fingerprint) => seal('fingerprint', fingerprint).digest('hex'),
    sealLink: (link) => seal('link', link).digest('base64url'),
  };
}

/** Processes that start together agree on one. */
async function ensureSigningKey(db: Database, now: Date): Promise<SigningKeyRow> {
  const former = await findSigningKey(db);
  if (former) return former;
  const made = await makeSigningKey(now);
  return inTransaction(db, async (tx) => {
    await oneAtATime(tx, 'signing key');
    const known = await findSigningKey(tx);
    if (!known) await insertSigningKey(tx, made);
    return known ?? made;
  });
}

export async function makeSigningKey(now: Date): Promise<SigningKeyRow> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose');
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const shared = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(shared);
  const described = { ...shared, kid, use: 'sig', alg: ALGORITHM };
  return {
    kid,
    publicJwk: JSON.stringify(described),
    privateKey: JSON.stringify(await exportJWK(pair.privateKey)),
    createdAt: now.toISOString(),
    retiredAt: null,
  };
}

const ALGORITHM = 'EdDSA';
