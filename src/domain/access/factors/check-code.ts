import { findCodeApp, takeCodeStep, takeRecoveryCode } from '#db/queries/access/code-apps.ts';
import { isAlertedSince } from '#db/queries/access/known-devices.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { recordChange } from '../../audit/audit.ts';
import { minutesText, takeOrRefuse } from '../../rate-limits.ts';
import { invalid } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { raiseAlert } from './account-alerts.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';

/** Throws unless it is a code of the person's app or one of the ten, unused. After five wrong ones none is judged for 15 minutes, and the person is told. */
export async function checkCode(shop: Shop, userId: string, typed: string): Promise<void> {
  await takeOrRefuse(shop, 'factorCodes', userId, TOO_MANY_CODES);
  if (!(await isRight(shop, userId, typed))) {
    await noteWrongCode(shop, userId);
    throw invalid('code', FACTOR_TEXTS.wrongCode);
  }
  await shop.limits.forget('factorCodes', userId);
}

async function isRight(shop: Shop, userId: string, typed: string): Promise<boolean> {
  const digits = typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const app = await findCodeApp(shop.db, userId);
    const step = app?.confirmedAt ? await findStep(shop, userId, app.secret, digits) : null;
    return step !== null && takeCodeStep(shop.db, userId, step);
  }
  return inTransaction(shop.db, async (tx) => {
    const usedAt = shop.clock.now().toISOString();
    if (!(await takeRecoveryCode(tx, { userId, hash: hashOfRecoveryCode(typed), usedAt }))) return false;
    await recordChange(tx, shop, { id: userId }, { action: 'access.use_recovery_code', entityId: userId });
    return true;
  });
}

/** Returns null for a wrong code, and where the key is another one than when the secret was stored. */
export async function findStep(shop: Shop, userId: string, secret: string, code: string): Promise<number | null> {
  const text = await shop.encryption.decrypt(codeAppName(userId), secret);
  return text === null ? null : shop.factors.findCodeStep(text, code, shop.clock.now());
}

/** The name by which the secret is encrypted. */
export function codeAppName(userId: string): string {
  return `code app ${userId}`;
}

async function noteWrongCode(shop: Shop, userId: string): Promise<void> {
  if ((await shop.limits.peek('factorCodes', userId)) === null) return;
  await shop.limits.pause('factorCodes', userId, PAUSE_MS);
  const since = new Date(shop.clock.now().getTime() - PAUSE_MS).toISOString();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, `codes ${userId}`);
    if (await isAlertedSince(tx, { userId, kind: 'wrong_codes', since })) return;
    await raiseAlert(tx, shop, { userId, kind: 'wrong_codes', detail: '' });
  });
}

const PAUSE_MS = 15 * MINUTE_MS;

const TOO_MANY_CODES = {
  code: 'too_many_attempts',
  sentence: (waitSeconds: number) =>
    `Foram cinco códigos errados. Aguarde ${minutesText(waitSeconds)}, ou entre com uma passkey.`,
} as const;
