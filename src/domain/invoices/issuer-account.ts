import { hastenSending, requeueTestInvoices } from '#db/queries/invoices/invoices.ts';
import { deleteEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { type IssuerAccount, type IssuerState, TOKEN_MISSING } from '#src/wire/invoices/issuer.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { invalid } from '../refusals.ts';
import { encryptSetting, readEncryptedSetting, storeEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Shop } from '../shop.ts';
import { INVOICES_DUE } from './invoice-changes.ts';
import type { IssuerLogin } from './invoice-issuer.ts';

/** The name by which the account is encrypted. */
const INVOICE_ISSUER = 'invoice issuer';

export async function readIssuerLogin(shop: Pick<Shop, 'db' | 'encryption'>): Promise<IssuerLogin | null> {
  const stored = await readEncryptedSetting(shop, INVOICE_ISSUER);
  return stored.state === 'read' ? (JSON.parse(stored.text) as IssuerLogin) : null;
}

export async function showIssuerAccount(shop: Pick<Shop, 'db' | 'encryption'>): Promise<IssuerState> {
  const stored = await readEncryptedSetting(shop, INVOICE_ISSUER);
  if (stored.state !== 'read') {
    return { source: stored.state === 'missing' ? 'none' : 'unreadable', environment: 'test' };
  }
  return { source: 'stored', environment: (JSON.parse(stored.text) as IssuerLogin).environment };
}

/** Asks the issuer whether it takes the token. What was issued as a test is issued anew in production. */
export async function saveIssuerAccount(shop: Shop, actor: Actor, typed: IssuerAccount): Promise<IssuerState> {
  const login = { environment: typed.environment, token: typed.token || (await storedTokenOf(shop, typed)) };
  const answer = await shop.invoiceIssuer.find(login, 'conferencia');
  if (answer.state === 'blocked') throw invalid('token', TOKEN_REFUSED);
  const encrypted = await encryptSetting(shop, INVOICE_ISSUER, JSON.stringify(login));
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    await storeEncryptedSetting(tx, shop, actor, encrypted);
    const now = shop.clock.now().toISOString();
    if (login.environment === 'production') await requeueTestInvoices(tx, now);
    await hastenSending(tx, now);
    await recordChange(tx, shop, actor, {
      action: 'settings.save_invoice_issuer',
      entityId: 'invoices',
      fields: ['invoiceEnvironment', ...(typed.token === '' ? [] : ['invoiceToken'])],
    });
    publishAfterCommit(tx, shop, INVOICES_DUE);
  });
  return showIssuerAccount(shop);
}

export async function removeIssuerAccount(shop: Shop, actor: Actor): Promise<IssuerState> {
  await inTransaction(shop.db, async (tx) => {
    await deleteEncryptedSetting(tx, INVOICE_ISSUER);
    await recordChange(tx, shop, actor, { action: 'settings.remove_invoice_issuer', entityId: 'invoices' });
  });
  return showIssuerAccount(shop);
}

/** Each environment has a token of its own. */
async function storedTokenOf(shop: Shop, { environment }: IssuerAccount): Promise<string> {
  const stored = await readIssuerLogin(shop);
  if (stored?.environment !== environment) throw invalid('token', TOKEN_MISSING);
  return stored.token;
}

const TOKEN_REFUSED = 'O Focus NFe não aceitou este token. Confira se ele é do ambiente escolhido.';
