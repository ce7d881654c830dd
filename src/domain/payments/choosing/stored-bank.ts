import { findCurrentBank, replaceCurrentBank, upsertCurrentBank } from '#db/queries/payments/chosen-banks.ts';
import type { ChosenBankRow } from '#db/tables/payments.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { fieldsOf } from '#src/wire/payments/bank-fields.ts';
import { bankLabel } from '#src/wire/payments/pix-providers.ts';
import { type StoredBank, TypedBank } from '#src/wire/payments/typed-bank.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { publishAfterCommit } from '../../events.ts';
import { encryptSetting, readEncryptedSetting, storeEncryptedSetting } from '../../secrets/encrypted-settings.ts';
import type { Shop } from '../../shop.ts';
import { recordAccounts } from '../bank-accounts.ts';
import { BANK_CHANGED } from '../live-banks.ts';
import type { PixProvider } from '../pix-provider.ts';

type Choice = {
  bank: StoredBank;
  pix: PixProvider;
  typed: StoredBank;
  /** An account that was in use before it was typed counts as chosen then. */
  usedSince?: string | undefined;
};

/** `judge` may refuse the choice, and names the deed in the trail. */
export async function chooseAccount(
  shop: Shop,
  actor: Actor,
  { bank, pix, typed, usedSince }: Choice,
  judge: (tx: Queryable, former: ChosenBankRow | undefined) => Promise<AuditAction>,
): Promise<void> {
  const account = pix.accountId;
  const secret =
    bank.provider === 'sandbox' ? null : await encryptSetting(shop, secretOf(account), JSON.stringify(bank));
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'bank');
    const action = await judge(tx, await findCurrentBank(tx));
    await replaceCurrentBank(tx, account, now);
    await upsertCurrentBank(tx, {
      account,
      provider: pix.name,
      name: bankLabel(bank.provider, bank.pixBank),
      chosenAt: usedSince ?? now,
      chosenBy: actor.id,
    });
    if (secret) await storeEncryptedSetting(tx, shop, actor, secret);
    // The trail has their words, because its screen would be heavy with the table of all banks.
    const fields = fieldsOf(bank.provider).flatMap(([name, { label }]) => (typed[name] ? label : []));
    await recordChange(tx, shop, actor, { action, entityId: account, fields });
    publishAfterCommit(tx, shop, BANK_CHANGED);
  });
  await shop.liveBanks.refresh();
  await recordAccounts(shop);
}

/** Returns null for the sandbox, and where the secrets cannot be read. */
export async function readStoredBank(
  shop: Pick<Shop, 'db' | 'encryption'>,
  account: string,
): Promise<StoredBank | null> {
  const stored = await readEncryptedSetting(shop, secretOf(account));
  return stored.state === 'read' ? (TypedBank.safeParse(JSON.parse(stored.text)).data ?? null) : null;
}

export function secretOf(account: string): string {
  return `bank:${account}`;
}
