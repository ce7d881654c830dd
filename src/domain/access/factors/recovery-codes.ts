import { randomInt } from 'node:crypto';
import { deleteRecoveryCodes, insertRecoveryCodes } from '#db/queries/access/code-apps.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import { type FactorAdded, RECOVERY_CODES } from '#src/wire/access/factors.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { conflict } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { hashOfToken } from '../../tokens.ts';
import { findFactorKinds } from './factor-kinds.ts';

/** The former ones end with it. */
export async function renewRecoveryCodes(shop: Shop, actor: Actor): Promise<FactorAdded> {
  const recoveryCodes = await inTransaction(shop.db, async (tx) => {
    if (!(await findFactorKinds({ ...shop, db: tx }, actor.id))) throw conflict('no_factor', FACTOR_TEXTS.noFactor);
    await recordChange(tx, shop, actor, { action: 'access.renew_recovery_codes', entityId: actor.id });
    return issueRecoveryCodes(tx, actor.id);
  });
  return { success: true, recoveryCodes };
}

/** Nobody can read them again: hashes alone are kept. */
export async function issueRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, drawCode);
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(
    tx,
    codes.map((code) => ({ userId, hash: hashOfRecoveryCode(code) })),
  );
  return codes;
}

/** As people type them: without care for capitals, blanks and hyphens. */
export function hashOfRecoveryCode(typed: string): string {
  return hashOfToken(`recovery:${typed.toUpperCase().replace(/[^A-Z0-9]/g, '')}`);
}

/** 16 of 32 letters are 80 random bits, which nobody guesses from a hash. */
function drawCode(): string {
  const letters = Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** None is mistaken for another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
