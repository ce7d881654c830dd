import { findUserById } from '#db/queries/access/users.ts';
import { findLastEntry } from '#db/queries/audit/audit.ts';
import { findAccount } from '#db/queries/payments/bank-accounts.ts';
import {
  type ChosenBank,
  countOpenSales,
  findCurrentBank,
  listChosenBanks,
} from '#db/queries/payments/chosen-banks.ts';
import { findLastDeliveryTime } from '#db/queries/payments/webhook-inbox.ts';
import type { BankDescription, CertificateVerdict, FormerBank, ShownBankField } from '#src/wire/payments/bank.ts';
import { type BankField, fieldsOf, isAskedOf } from '#src/wire/payments/bank-fields.ts';
import { providerLabel } from '#src/wire/payments/pix-providers.ts';
import type { StoredBank } from '#src/wire/payments/typed-bank.ts';
import type { Shop } from '../../shop.ts';
import { listStrandedPurchases } from '../bank-accounts.ts';
import { TEST_CHARGE_PAID } from '../bank-checks.ts';
import { describeMove } from './given-bank.ts';
import { readStoredBank } from './stored-bank.ts';

export async function describeBank(shop: Shop): Promise<BankDescription> {
  const { db, pix, liveBanks } = shop;
  const { provider, bankName, siteUrl } = shop.settings;
  const rows = await listChosenBanks(db);
  const current = liveBanks.isGiven ? undefined : rows.find(({ isCurrent }) => isCurrent === 1);
  const stored = current ? await readStoredBank(shop, current.account) : null;
  const noticeAt = await findLastDeliveryTime(db, provider);
  const stranded = (await listStrandedPurchases(shop)).map(({ name, provider: former, purchases }) => ({
    name: name ?? providerLabel(former),
    purchases,
  }));
  return {
    provider,
    pixBank: stored?.pixBank ?? 'outro',
    bankName,
    accountName: pix.accountName,
    siteUrl,
    isGiven: liveBanks.isGiven,
    move: await describeMove(shop),
    isUnreadable: pix.isUnreadable === true,
    chosen: current ? { at: current.chosenAt, by: (await findUserById(db, current.chosenBy))?.name ?? '' } : null,
    fields: stored ? showFields(stored, await liveBanks.judgeCertificate(stored)) : [],
    isTestPaid: (await findTestPaidAt(shop)) !== null,
    former: await showFormer(shop, rows),
    stranded,
    // One of the same bank's account before says nothing of this one.
    lastNoticeAt: noticeAt && current && noticeAt < current.chosenAt ? null : noticeAt,
  };
}

/** Returns null while no test charge was paid at the bank that is chosen now. */
export async function findTestPaidAt({ db, liveBanks }: Pick<Shop, 'db' | 'liveBanks'>): Promise<string | null> {
  const [entry, current] = await Promise.all([findLastEntry(db, 'bank', TEST_CHARGE_PAID), findCurrentBank(db)]);
  const since = liveBanks.isGiven ? '' : (current?.chosenAt ?? '');
  return entry && entry.at >= since ? entry.at : null;
}

function showFields(bank: StoredBank, verdict: CertificateVerdict | null): ShownBankField[] {
  return fieldsOf(bank.provider).flatMap(([name, field]) => {
    const value = bank[name];
    // A .p12 has it inside.
    if (!value && name === 'certificateKey' && verdict?.isRight) return [];
    if (!value) return isAskedOf(field, bank.pixBank) && !field.isAdvanced ? [{ name, text: null, code: null }] : [];
    const certificate = name === 'certificate' ? verdict?.sentence : undefined;
    return [{ name, ...(certificate ? { text: certificate, code: null } : showValue(field, value)) }];
  });
}

function showValue({ kind }: BankField, value: string): Pick<ShownBankField, 'text' | 'code'> {
  if (kind === 'file') return { text: 'enviado', code: null };
  if (kind !== 'secret') return { text: '', code: value };
  // The end of a short one would tell too much of it.
  return value.length < LONG_SECRET ? { text: 'definido', code: null } : { text: 'termina em', code: value.slice(-4) };
}

const LONG_SECRET = 16;

/** The sandbox ends what it has by itself. */
async function showFormer({ db }: Shop, rows: ChosenBank[]): Promise<FormerBank[]> {
  const former = rows.filter(({ isCurrent, provider }) => isCurrent === 0 && provider !== 'sandbox');
  if (former.length === 0) return [];
  const open = new Map((await countOpenSales(db)).map(({ account, sales }) => [account, sales]));
  return Promise.all(
    former.map(async ({ account, name, replacedAt }) => ({
      account,
      name: (await findAccount(db, account))?.name ?? name,
      replacedAt: replacedAt ?? '',
      openSales: open.get(account) ?? 0,
    })),
  );
}
