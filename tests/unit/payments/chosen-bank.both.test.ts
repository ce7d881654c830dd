import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasEntry } from '#db/queries/audit/audit.ts';
import { findCurrentBank } from '#db/queries/payments/chosen-banks.ts';
import { readSettings } from '#src/config.ts';
import { recordAccounts } from '#src/domain/payments/bank-accounts.ts';
import { requestTestCharge, returnTestCharge, watchTestCharge } from '#src/domain/payments/bank-checks.ts';
import {
  checkCurrentBank,
  checkTypedBank,
  removeFormerBank,
  saveTypedBank,
} from '#src/domain/payments/choosing/chosen-bank.ts';
import { describeBank } from '#src/domain/payments/choosing/describe-bank.ts';
import { moveBankToScreen } from '#src/domain/payments/choosing/given-bank.ts';
import { hasChosenBank } from '#src/domain/payments/live-banks.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { processDeliveries, receiveWebhook } from '#src/domain/payments/webhooks.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { goByBanks, openLiveBanks } from '#src/server/shop/banks/live-banks.ts';
import { openEncryption } from '#src/server/shop/open-encryption.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { TypedBank } from '#src/wire/payments/typed-bank.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import { WEBHOOK_SECRET } from '../../support/banks/api-pix.ts';
import { type BankSide, openApiPixSide, openMercadoPagoSide } from '../../support/banks/real-banks.ts';
import { typedBank } from '../../support/banks/typed-bank.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { SHARED_SECRET } from '../../support/shared-secret.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

let opened: OpenTestShop;
let shop: Shop;
let mercadoPago: BankSide;
let apiPix: BankSide;

beforeEach(async () => {
  [opened, mercadoPago, apiPix] = await Promise.all([openTestShop(), openMercadoPagoSide(), openApiPixSide()]);
  shop = opened.shop;
});
afterEach(() => Promise.all([opened.close(), mercadoPago.close(), apiPix.close()]));

const OWNER = { id: 'dona' };

function typedMercadoPago(changes: Record<string, unknown> = {}): TypedBank {
  return TypedBank.parse({ ...typedBank(mercadoPago), ...changes });
}

function typedApiPix(changes: Record<string, unknown> = {}): TypedBank {
  return TypedBank.parse({ ...typedBank(apiPix), ...changes });
}

async function order(at: Shop = shop): Promise<string> {
  const { id: productId } = await at.db
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirstOrThrow();
  const buyer = { customerName: 'Ana', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  const { purchaseId } = await startPayment(at, { ...buyer, productId }, { idempotencyKey: null, clientNetwork: '' });
  return purchaseId;
}

const rowOf = (id: string) =>
  shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a bank chosen on the screen', () => {
  test('charges the next order without a restart, and the one before is served where it was', async () => {
    await saveTypedBank(shop, OWNER, typedApiPix());
    const first = await order();
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    const second = await order();

    expect(shop.settings).toMatchObject({ provider: 'mercadopago', isSandbox: false, bankName: 'Mercado Pago' });
    expect([apiPix.charges(), mercadoPago.charges()]).toEqual([1, 1]);
    await payBoth(first, second);
    expect([(await rowOf(first)).status, (await rowOf(second)).status]).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await describeBank(shop)).toMatchObject({
      provider: 'mercadopago',
      former: [{ openSales: 0 }],
      stranded: [],
    });
  });

  test('hears the webhooks of both accounts', async () => {
    await saveTypedBank(shop, OWNER, typedApiPix({ webhookSecret: WEBHOOK_SECRET }));
    const { providerReference } = await rowOf(await order());
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    await apiPix.pay(providerReference);
    const body = JSON.stringify({ pix: [{ endToEndId: 'E1', txid: providerReference }] });
    const call = { url: new URL('http://loja/'), headers: new Headers(), body };
    await receiveWebhook(shop, 'pix', { ...call, secret: WEBHOOK_SECRET });
    await expect(receiveWebhook(shop, 'pix', { ...call, secret: 'outro' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await processDeliveries(shop);
    expect(
      await shop.db
        .selectFrom('purchases')
        .select('status')
        .where('providerReference', '=', providerReference)
        .executeTakeFirst(),
    ).toEqual({ status: 'COMPLETED' });
  });

  test('serves two accounts of one bank, and keeps what is not changed', async () => {
    await saveTypedBank(shop, OWNER, typedApiPix());
    await order();
    await saveTypedBank(
      shop,
      OWNER,
      TypedBank.parse({ provider: 'pix', keepsOthers: true, clientSecret: 'outro-segredo-bem-longo-9f1e' }),
    );
    expect((await describeBank(shop)).former).toEqual([]);
    await saveTypedBank(
      shop,
      OWNER,
      TypedBank.parse({ provider: 'pix', keepsOthers: true, pixKey: 'outra@exemplo.com.br' }),
    );

    const { former, fields } = await describeBank(shop);
    expect(former).toMatchObject([{ openSales: 1 }]);
    expect(fields).toContainEqual({ name: 'pixKey', text: '', code: 'outra@exemplo.com.br' });
    expect(fields).toContainEqual({ name: 'clientSecret', text: 'termina em', code: '9f1e' });
  });

  test('is removed with its secrets a minute after it was replaced, and only without open sales', async () => {
    await saveTypedBank(shop, OWNER, typedApiPix());
    const account = shop.pix.accountId;
    const id = await order();
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    const later = () =>
      removeFormerBank({ ...shop, clock: { now: () => new Date(Date.now() + 61_000) } }, OWNER, account);

    await expect(removeFormerBank(shop, OWNER, account)).rejects.toMatchObject({ code: 'bank_not_removable' });
    await expect(later()).rejects.toMatchObject({ code: 'bank_has_sales' });
    await shop.db
      .updateTable('purchases')
      .set({ status: 'FAILED', failureReason: 'expired', nextCheckAt: null })
      .where('id', '=', id)
      .execute();
    await later();
    expect((await describeBank(shop)).former).toEqual([]);
    expect(await shop.db.selectFrom('encryptedSettings').select('name').execute()).toEqual([
      { name: `bank:${shop.pix.accountId}` },
    ]);
    await expect(removeFormerBank(shop, OWNER, shop.pix.accountId)).rejects.toMatchObject({
      code: 'bank_not_removable',
    });
  });

  test('may be the sandbox, where the orders of before cannot be simulated', async () => {
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    const { transactionId } = await rowOf(await order());
    await saveTypedBank(shop, OWNER, TypedBank.parse({ provider: 'sandbox' }));
    expect(shop.settings.isSandbox).toBe(true);
    expect(await hasChosenBank(shop)).toBe(true);
    await expect(simulatePayment(shop, transactionId, 'pay')).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('stays as it was where a save ends half way: the database has one current bank, and never none', async () => {
    await saveTypedBank(shop, OWNER, typedApiPix());
    const account = shop.pix.accountId;
    const nobody: typeof OWNER = { id: JSON.parse('null') };
    await expect(saveTypedBank(shop, nobody, typedMercadoPago())).rejects.toThrow(/not.null/i);

    expect(await findCurrentBank(shop.db)).toMatchObject({ account, replacedAt: null });
    expect((await openBeside()).pix.accountId).toBe(account);
    const second = shop.db.insertInto('chosenBanks').values({
      account: 'another',
      provider: 'sandbox',
      name: 'Banco de teste',
      isCurrent: 1,
      chosenAt: '2026-01-01',
      chosenBy: 'dona',
      replacedAt: null,
    });
    await expect(second.execute()).rejects.toThrow(/unique/i);
  });

  test('is known to another process a moment later, and charges there', async () => {
    const other = await openBeside();
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    const charged = await rowOf(await order());
    expect(other.settings.provider).toBe('sandbox');
    // Whoever does not know the account of a purchase yet asks for it.
    await settlePayment(other, charged.id, 'page');
    expect(other.settings.provider).toBe('mercadopago');
    await order(other);
    expect(mercadoPago.charges()).toBe(2);
  });

  test('has its webhooks taken by a process that did not hear of it yet', async () => {
    const other = await openBeside();
    await saveTypedBank(shop, OWNER, typedApiPix({ webhookSecret: WEBHOOK_SECRET }));
    const { providerReference } = await rowOf(await order());
    const body = JSON.stringify({ pix: [{ endToEndId: 'E1', txid: providerReference }] });
    const call = { url: new URL('http://loja/'), headers: new Headers(), body, secret: WEBHOOK_SECRET };
    expect(await receiveWebhook(other, 'pix', call)).toMatchObject({ success: true });
  });
});

describe('what is typed', () => {
  test('is checked at the bank before it is saved, in the words of the screen', async () => {
    const check = async (changes = {}) => findingsOf(await checkTypedBank(shop, typedMercadoPago(changes)));
    expect(await check()).toMatchObject([
      { name: 'Acesso à API', state: 'right' },
      { name: 'Chave Pix', state: 'right' },
      { name: 'Avisos de pagamento', state: 'warning', toCopy: { value: expect.stringMatching(/mercadopago$/) } },
      { name: 'Relógio', state: 'right' },
    ]);
    const [access] = await check({ accessToken: 'APP_USR-errado' });
    expect(access?.sentence).toContain('Credenciais de produção para Access Token');
    expect(shop.settings.isSandbox).toBe(true);

    await saveTypedBank(shop, OWNER, typedMercadoPago({ webhookSecret: '' }));
    const told = (await findingsOf(checkCurrentBank(shop))).map(({ sentence }) => sentence).join(' ');
    expect(told).toContain('Assinatura secreta não está definido');
  });

  test('is refused with a sentence for each field', async () => {
    const parsed = TypedBank.safeParse({ provider: 'pix', pixBank: 'bb', pixKey: ' ', clientId: 'com espaço' });
    const issues = Object.fromEntries(
      (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
    );
    expect(issues).toEqual({
      pixKey: 'Informe: Chave Pix.',
      clientId: 'Client ID não pode ter espaços nem quebras de linha.',
      clientSecret: 'Informe: Client Secret.',
      appKey: 'Informe: Chave de aplicação.',
    });
    await expect(
      saveTypedBank(shop, OWNER, typedMercadoPago({ accessToken: 'APP_USR-1-2-3-100', userId: '200' })),
    ).rejects.toMatchObject({
      fields: { accessToken: 'Número da conta não é a conta do Access Token: confira os dois.' },
    });
    expect(shop.settings.isSandbox).toBe(true);
  });

  test('has its certificate judged', async () => {
    const judge = async (changes: Record<string, unknown>) =>
      findingsOf(await checkTypedBank(shop, typedApiPix(changes)));
    await expect(judge({ certificate: file('shop.p12'), certificatePassphrase: 'outra' })).rejects.toMatchObject({
      fields: { certificatePassphrase: expect.stringContaining('esta senha não abre o arquivo') },
    });
    await expect(judge({ certificate: file('shop.pem'), certificateKey: file('bank.key') })).rejects.toMatchObject({
      fields: { certificateKey: 'Esta chave não é a deste certificado.' },
    });
    await expect(judge({ certificate: file('README.md') })).rejects.toMatchObject({
      fields: { certificate: expect.stringContaining('não é um certificado') },
    });
    const [certificate] = await judge({ certificate: file('shop.p12'), certificatePassphrase: 'testes' });
    expect(certificate).toMatchObject({ name: 'Certificado', sentence: 'Este certificado vale até 28/10/2126.' });
  });

  test('is in no table, no log line and no answer as it was typed', async () => {
    const secrets = ['APP_USR-0123456789abcdef-987654', 'assinatura-bem-secreta-0001'];
    const [accessToken, webhookSecret] = secrets;
    const lines: string[] = [];
    const log = (fields: object, message: string) => void lines.push(JSON.stringify(fields) + message);
    const here = { ...shop, log: { info: log, warn: log, error: log } };
    const saved = await saveTypedBank(here, OWNER, typedMercadoPago({ accessToken, webhookSecret }));
    const setup = await findingsOf(await checkTypedBank(here, typedMercadoPago({ accessToken, webhookSecret })));
    const tables = ['encryptedSettings', 'chosenBanks', 'bankAccounts', 'audit'] as const;
    const rows = await Promise.all(tables.map((table) => shop.db.selectFrom(table).selectAll().execute()));
    const texts = JSON.stringify([
      saved,
      setup,
      rows,
      lines,
      await describeBank(shop),
      await showAttention(shop, 'owner'),
    ]);
    const files = ['', '-wal'].map((ending) => opened.file + ending).filter((path) => existsSync(path));
    const bytes = isOnPostgres() ? [] : files.map((path) => readFileSync(path));
    for (const secret of secrets) {
      expect(texts).not.toContain(secret);
      for (const content of bytes) expect(content.includes(secret)).toBe(false);
    }
    expect(texts).toContain('"bank.choose"');
  });
});

describe('a stored bank whose key is lost', () => {
  test('takes no order, and never becomes the sandbox, until it is typed again', async () => {
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    const open = await rowOf(await order());
    const lost = await openBeside({ SECRETS_KEY: 'outra-chave-que-nao-abre-nada-123456' });

    expect(lost.settings).toMatchObject({ provider: 'mercadopago', isSandbox: false });
    await expect(order(lost)).rejects.toMatchObject({ code: 'bank_unreadable' });
    expect((await showAttention(lost, 'owner')).items[0]).toMatchObject({ id: 'bank', tone: 'danger' });
    expect(await describeBank(lost)).toMatchObject({ isUnreadable: true, fields: [] });
    await settlePayment(lost, open.id, 'worker');
    expect((await rowOf(open.id)).status).toBe('PENDING');

    await saveTypedBank(lost, OWNER, typedMercadoPago());
    await mercadoPago.pay(open.providerReference);
    await settlePayment(lost, open.id, 'worker');
    expect((await rowOf(open.id)).status).toBe('COMPLETED');
  });
});

describe('a bank that the environment says', () => {
  test('wins over the stored one, which still serves its orders, and locks the screen', async () => {
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    const first = await rowOf(await order());
    const given = await openBeside(apiPix.settings);
    expect(given.settings).toMatchObject({ provider: 'pix', isSandbox: false });
    expect(await describeBank(given)).toMatchObject({ isGiven: true, stranded: [] });
    await expect(saveTypedBank(given, OWNER, typedMercadoPago())).rejects.toMatchObject({ code: 'bank_given' });
    await mercadoPago.pay(first.providerReference);
    await settlePayment(given, first.id, 'worker');
    expect((await rowOf(first.id)).status).toBe('COMPLETED');
  });

  test('is moved to the screen: its lines win while they stand, and without them it goes on', async () => {
    const certificate = { PIX_CERT_PATH: fileURLToPath(placeOf('shop.p12')), PIX_CERT_PASSPHRASE: 'testes' };
    const given = await openBeside({ ...apiPix.settings, ...certificate });
    const open = await rowOf(await order(given));
    const lines = Object.keys({ ...apiPix.settings, ...certificate }).toSorted();
    const { move } = await describeBank(given);
    expect([move?.variables.toSorted(), move?.done]).toEqual([lines, null]);

    await recordAccounts(given);
    const { reference } = await requestTestCharge(given, OWNER);
    await apiPix.pay(reference);
    await watchTestCharge(given, OWNER, reference);
    await moveBankToScreen({ ...given, clock: { now: () => new Date(Date.now() + DAY_MS) } }, OWNER);
    const movedAt = (await describeBank(given)).move?.done?.at ?? '';
    expect(Date.parse(movedAt)).toBeGreaterThan(Date.now());
    expect(await describeBank(given)).toMatchObject({ isGiven: true, former: [] });
    const changed = await openBeside({ ...apiPix.settings, ...certificate, PIX_CLIENT_SECRET: 'outro-segredo' });
    expect((await describeBank(changed)).move?.done).toBeNull();

    const without = await openBeside();
    expect(without.pix.accountId).toBe(given.pix.accountId);
    const { fields, isGiven, former, isTestPaid } = await describeBank(without);
    expect([isGiven, former, isTestPaid]).toEqual([false, [], true]);
    expect(fields).toContainEqual({ name: 'certificate', text: 'Este certificado vale até 28/10/2126.', code: null });
    await apiPix.pay(open.providerReference);
    await settlePayment(without, open.id, 'worker');
    expect((await rowOf(open.id)).status).toBe('COMPLETED');
    await order(without);
    expect(apiPix.charges()).toBe(3);
    expect(await hasEntry(shop.db, 'bank.move_to_screen', given.pix.accountId)).toBe(true);
  });

  test('is not moved where the bank refuses it, a file of it is gone, or there is none', async () => {
    const refused = await openBeside({ ...mercadoPago.settings, MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-errado-100' });
    await expect(moveBankToScreen(refused, OWNER)).rejects.toMatchObject({ code: 'bank_refused' });
    const path = `${opened.file}.p12`;
    copyFileSync(placeOf('shop.p12'), path);
    const withoutFile = await openBeside({ ...apiPix.settings, PIX_CERT_PATH: path, PIX_CERT_PASSPHRASE: 'testes' });
    rmSync(path);
    await expect(moveBankToScreen(withoutFile, OWNER)).rejects.toMatchObject({
      message: `PIX_CERT_PATH: não foi possível ler o arquivo ${path}.`,
    });
    await expect(moveBankToScreen(shop, OWNER)).rejects.toMatchObject({ code: 'bank_not_given' });
    expect(await hasChosenBank(shop)).toBe(false);
  });
});

test('a test charge is given back once, and the trail says it', async () => {
  await saveTypedBank(shop, OWNER, typedMercadoPago());
  const { reference } = await requestTestCharge(shop, OWNER);
  await expect(returnTestCharge(shop, OWNER, reference)).rejects.toMatchObject({ code: 'not_paid' });
  await mercadoPago.pay(reference);
  expect(await watchTestCharge(shop, OWNER, reference)).toEqual({ state: 'paid' });
  expect((await describeBank(shop)).isTestPaid).toBe(true);
  await saveTypedBank(shop, OWNER, typedApiPix());
  expect((await describeBank(shop)).isTestPaid).toBe(false);

  expect(await returnTestCharge(shop, OWNER, reference)).toEqual({ state: 'returned' });
  expect(await returnTestCharge(shop, OWNER, reference)).toEqual({ state: 'returned' });
  expect(mercadoPago.refunds(reference)).toBe(1);
  expect(await hasEntry(shop.db, 'bank.return_test_charge', reference)).toBe(true);
});

/** The shop of another process, on the same database. */
async function openBeside(environment: Record<string, string> = {}): Promise<Shop> {
  const settings = readSettings({ DATABASE_URL: 'postgres://127.0.0.1/loja', SHARED_SECRET, ...environment });
  const encryption = settings.SECRETS_KEY ? openEncryption(settings) : shop.encryption;
  const { siteUrl, storeName } = shop.settings;
  const opening = { siteUrl, clock: shop.clock, openSandbox: () => opened.sandbox, receiverName: () => storeName };
  const banks = await openLiveBanks({ db: shop.db, encryption, settings, opening });
  const other = { ...shop, encryption, settings: { ...shop.settings }, liveBanks: banks.live };
  const ignore = () => undefined;
  goByBanks(other, banks, { current: ignore, former: ignore, onChange: ignore });
  return other;
}

async function payBoth(atApiPix: string, atMercadoPago: string): Promise<void> {
  await apiPix.pay((await rowOf(atApiPix)).providerReference);
  await mercadoPago.pay((await rowOf(atMercadoPago)).providerReference);
  for (const id of [atApiPix, atMercadoPago]) await settlePayment(shop, id, 'worker');
}

function file(name: string): string {
  return readFileSync(placeOf(name)).toString('base64');
}

function placeOf(name: string): URL {
  return new URL(`../../support/banks/certificates/${name}`, import.meta.url);
}
