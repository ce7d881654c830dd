import { findUserById } from '#db/queries/access/users.ts';
import { findLastEntry } from '#db/queries/audit/audit.ts';
import { findAccount } from '#db/queries/payments/bank-accounts.ts';
import { findCurrentBank } from '#db/queries/payments/chosen-banks.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';
import type { BankDescription } from '#src/wire/payments/bank.ts';
import { fieldsOf } from '#src/wire/payments/bank-fields.ts';
import { type StoredBank, TypedBank } from '#src/wire/payments/typed-bank.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import type { Actor } from '../../audit/audit.ts';
import { newId } from '../../ids.ts';
import { conflict, refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { chooseAccount, readStoredBank } from './stored-bank.ts';

/** Keeps the environment's account as if it had been typed, so that its lines may go; they win as long as they stand. */
export async function moveBankToScreen(shop: Shop, actor: Actor): Promise<void> {
  const { given, open } = shop.liveBanks;
  if (!given) throw conflict('bank_not_given', 'O banco desta loja não é definido no servidor.');
  try {
    const bank = withWebhookSecret(await given.read());
    const [problem] = TypedBank.safeParse(bank).error?.issues ?? [];
    if (problem) throw refusal('invalid', 'invalid', problem.message);
    const pix = await open(bank);
    const wrong = (await findingsOf(pix.checkSetup())).find(
      ({ subject, isRight }) => !isRight && (subject === 'access' || subject === 'key'),
    );
    if (wrong) throw refusal('bank_failed', 'bank_refused', wrong.sentence);
    const usedSince = (await findAccount(shop.db, pix.accountId))?.firstUsedAt;
    await chooseAccount(shop, actor, { bank, pix, typed: bank, usedSince }, async () => MOVED);
  } catch (error) {
    throw isSettingsError(error) ? refusal('bank_failed', 'bank_refused', error.message) : error;
  }
}

/** Returns null unless the environment says a bank that takes money. */
export async function describeMove(shop: Shop): Promise<BankDescription['move']> {
  const { given } = shop.liveBanks;
  if (!given) return null;
  const { variables } = given;
  const current = await findCurrentBank(shop.db);
  const stored = current && (await readStoredBank(shop, current.account));
  if (!current || !stored || !(await isSame(given.read, stored))) return { variables, done: null };
  const by = (await findUserById(shop.db, current.chosenBy))?.name ?? '';
  const moved = await findLastEntry(shop.db, 'bank', MOVED);
  return { variables, done: { at: moved?.at ?? current.chosenAt, by } };
}

const MOVED = 'bank.move_to_screen';

/** Lines that have changed since would be lost with them. */
async function isSame(readGiven: () => Promise<StoredBank>, stored: StoredBank): Promise<boolean> {
  try {
    const given: StoredBank = { webhookSecret: stored.webhookSecret, ...(await readGiven()) };
    const names = ['provider', 'pixBank', ...fieldsOf(stored.provider).map(([name]) => name)] as const;
    return names.every((name) => given[name] === stored[name]);
  } catch (error) {
    if (isSettingsError(error)) return false;
    throw error;
  }
}

/** The screen always draws one. */
function withWebhookSecret(bank: StoredBank): StoredBank {
  return bank.provider === 'pix' ? { webhookSecret: newId(), ...bank } : bank;
}
