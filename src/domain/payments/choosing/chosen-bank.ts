import {
  type ChosenBank,
  countOpenSales,
  deleteFormerBank,
  listChosenBanks,
} from '#db/queries/payments/chosen-banks.ts';
import { deleteEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';
import type { CertificateVerdict, SavedBank } from '#src/wire/payments/bank.ts';
import { fieldsOf, inWordsOfTheScreen } from '#src/wire/payments/bank-fields.ts';
import { PIX_PROVIDERS, type ProviderName, webhookAddress } from '#src/wire/payments/pix-providers.ts';
import { missingIn, type StoredBank, type TypedBank, type TypedCertificate } from '#src/wire/payments/typed-bank.ts';
import type { CheckStep } from '#src/wire/upkeep/findings.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { publishAfterCommit } from '../../events.ts';
import { newId } from '../../ids.ts';
import { conflict, invalid, type Refusal, refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { checkBankSetup } from '../bank-checks.ts';
import { BANK_CHANGED } from '../live-banks.ts';
import type { PixProvider } from '../pix-provider.ts';
import { chooseAccount, readStoredBank, secretOf } from './stored-bank.ts';

/** Asks the bank with what was typed; nothing is stored. */
export async function checkTypedBank(shop: Shop, typed: TypedBank): Promise<AsyncIterable<CheckStep>> {
  const { bank, pix } = await openTyped(shop, typed);
  const { webhookPanel } = PIX_PROVIDERS[bank.provider];
  const address = webhookAddress(shop.settings.siteUrl, bank.provider);
  return checkBankSetup({ pix }, ({ subject, isRight, sentence }) => ({
    sentence: inWordsOfTheScreen(bank.provider, sentence),
    ...(subject === 'webhook' && !isRight && webhookPanel && { toCopy: { label: 'Endereço', value: address } }),
  }));
}

/** Asks the bank in use, in the words of whoever typed it. */
export function checkCurrentBank(shop: Shop): AsyncIterable<CheckStep> {
  const { provider } = shop.settings;
  return checkBankSetup(shop, ({ sentence }) => ({
    sentence: shop.liveBanks.isGiven ? sentence : inWordsOfTheScreen(provider, sentence),
  }));
}

/** Judges the certificate's files as soon as they are chosen; null where none was sent. */
export function judgeTypedCertificate(
  { liveBanks }: Pick<Shop, 'liveBanks'>,
  files: TypedCertificate,
): Promise<CertificateVerdict | null> {
  return liveBanks.judgeCertificate({ provider: 'pix', pixBank: 'outro', ...files });
}

/** All processes charge there from now on. Who was charged before is served where it was. */
export async function saveTypedBank(shop: Shop, actor: Actor, typed: TypedBank): Promise<SavedBank> {
  const { bank, pix, base } = await openTyped(shop, typed);
  await chooseAccount(shop, actor, { bank, pix, typed }, async (tx, former) => {
    if (typed.keepsOthers) await refuseUnseen(tx, base);
    return former?.account === pix.accountId ? 'bank.change_fields' : 'bank.choose';
  });
  return { success: true, webhook: (await pix.registerWebhook?.()) ?? null };
}

/** Its secrets go with it, so that nothing of it can be asked for again. */
export async function removeFormerBank(shop: Shop, actor: Actor, account: string): Promise<void> {
  const since = new Date(shop.clock.now().getTime() - SETTLED_MS).toISOString();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'bank');
    if (!(await deleteFormerBank(tx, account, since))) throw cannotRemove();
    if ((await countOpenSales(tx)).some((open) => open.account === account)) throw stillOpen();
    await deleteEncryptedSetting(tx, secretOf(account));
    await recordChange(tx, shop, actor, { action: 'bank.remove_former', entityId: account });
    publishAfterCommit(tx, shop, BANK_CHANGED);
  });
  await shop.liveBanks.refresh();
}

/** Other processes may write orders for it until they have heard of the next. */
const SETTLED_MS = MINUTE_MS;

type Opened = { bank: StoredBank; pix: PixProvider; base: ChosenBank | null };

async function openTyped(shop: Shop, typed: TypedBank): Promise<Opened> {
  if (shop.liveBanks.isGiven) throw conflict('bank_given', GIVEN);
  const { bank, base } = await completeBank(shop, typed);
  refuseAll(missingIn(bank));
  refuseAll((await shop.liveBanks.judgeCertificate(bank))?.fields ?? {});
  try {
    return { bank, base, pix: await shop.liveBanks.open(bank) };
  } catch (error) {
    throw isSettingsError(error) ? ofFields(bank.provider, error.message) : error;
  }
}

/** Adds the fields that stay, and the secret that the shop draws itself. */
async function completeBank(shop: Shop, typed: TypedBank): Promise<Omit<Opened, 'pix'>> {
  const base = typed.keepsOthers ? await findBase(shop) : null;
  const stored = base ? await readStoredBank(shop, base.account) : null;
  if (typed.keepsOthers && !stored) throw conflict('bank_unreadable', NOTHING_TO_KEEP);
  const merged: StoredBank = { ...stored, ...typed };
  const fields = fieldsOf(typed.provider).flatMap(([name]) => {
    const value = merged[name] ?? (name === 'webhookSecret' && typed.provider === 'pix' ? newId() : undefined);
    return value ? [[name, value]] : [];
  });
  const bank: StoredBank = { provider: typed.provider, pixBank: typed.pixBank, ...Object.fromEntries(fields) };
  return { bank, base };
}

async function findBase({ db }: Pick<Shop, 'db'>): Promise<ChosenBank | null> {
  return (await listChosenBanks(db)).find(({ isCurrent }) => isCurrent === 1) ?? null;
}

async function refuseUnseen(tx: Queryable, base: ChosenBank | null): Promise<void> {
  const current = await findBase({ db: tx });
  if (current?.account === base?.account && current?.value === base?.value) return;
  throw conflict(
    'bank_changed',
    'Outra pessoa mudou o banco enquanto você editava. Nada foi salvo. Confira e tente de novo.',
  );
}

function ofFields(provider: ProviderName, message: string): Refusal {
  const sentence = inWordsOfTheScreen(provider, message);
  const [field] = fieldsOf(provider).find(([, { variable }]) => message.includes(variable)) ?? ['body'];
  return invalid(field, sentence);
}

function refuseAll(fields: Record<string, string>): void {
  const [first] = Object.values(fields);
  if (first) throw refusal('invalid', 'invalid', first, { fields });
}

const GIVEN =
  'O banco é definido no servidor, em PAYMENT_PROVIDER. Passe-o para a tela e tire essa linha de lá para escolher aqui.';
const NOTHING_TO_KEEP = 'A loja não tem os outros dados deste banco. Digite todos de novo.';

function cannotRemove(): Refusal {
  return conflict(
    'bank_not_removable',
    'Este banco não pode ser removido agora. Se você acabou de trocar, espere um minuto.',
  );
}

function stillOpen(): Refusal {
  return conflict(
    'bank_has_sales',
    'Este banco ainda tem vendas abertas. Ele pode ser removido quando não restar nenhuma.',
  );
}
