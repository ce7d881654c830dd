import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findInvoice } from '#db/queries/invoices/invoices.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { exportCustomer } from '#src/domain/customers/customer-export.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { storeInvoiceFile } from '#src/domain/invoices/invoice-file.ts';
import {
  exportInvoices,
  listAllInvoices,
  listInvoicePage,
  showInvoiceDetails,
} from '#src/domain/invoices/invoice-list.ts';
import { forgetOldInvoices, issueInvoices } from '#src/domain/invoices/issue-invoices.ts';
import { removeIssuerAccount, saveIssuerAccount } from '#src/domain/invoices/issuer-account.ts';
import { correctTaker, retryInvoice, revealDocument, updateInvoice } from '#src/domain/invoices/manage-invoices.ts';
import { requestInvoice, showInvoice } from '#src/domain/invoices/request-invoice.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { findOrRefuse } from '#src/domain/purchases/purchases.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { openFocusNfe } from '#src/gateways/invoices/focus-nfe.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import { INVOICE_LIST, RequestInvoice } from '#src/wire/invoices/invoices.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import type { SettingValues } from '#src/wire/upkeep/settings-table.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { type FakeFocusNfe, FOCUS_TOKEN, startFakeFocusNfe } from '../../support/invoices/fake-focus-nfe.ts';
import { insertSales } from '../../support/purchases/insert-sales.ts';
import { scaled } from '../../support/scale.ts';

const OWNER = { id: 'owner' };
/** Many batches of twenty. */
const IN_A_MONTH = scaled(200, 1_000);
const CPF = '52998224725';
const CNPJ = '12.ABC.345/01DE-35';
const FOCUS: Partial<SettingValues> = {
  invoiceIssuer: 'focusnfe',
  sellerDocument: '11.222.333/0001-81',
  invoiceCity: '2611606',
  invoiceServiceCode: '010501',
  invoiceSimples: 'simples',
  invoiceRegime: 'none',
  invoiceIss: 'taxed',
  invoiceRetention: 'none',
  invoiceFields: 'codigo_nbs = 111032900',
};

const opened = openShopForFile();
let focus: FakeFocusNfe;
let shop: Shop;
let now: number;
const logged: string[] = [];

beforeAll(async () => {
  focus = await startFakeFocusNfe();
});
afterAll(() => focus.close());

beforeEach(async () => {
  now = Date.parse('2026-11-14T23:14:00.000Z');
  Object.assign(focus.state, { behavior: 'authorize', answerOnce: null, losesAnswer: false, hangs: false, calls: [] });
  const note = (fields: object, message: string) => logged.push(`${JSON.stringify(fields)} ${message}`);
  shop = {
    ...opened.with({ clock: { now: () => new Date(now) } }),
    settings: { ...opened.shop.settings, sellerDocument: CPF },
    log: { info: note, warn: note, error: note },
    invoiceIssuer: openFocusNfe({ test: focus.url, production: focus.url }, 1_000),
  };
  await shop.db.deleteFrom('invoices').execute();
});

function setTo(values: Partial<SettingValues>): void {
  Object.assign(shop.settings, values);
}

async function useFocus(environment: 'test' | 'production' = 'production'): Promise<void> {
  setTo(FOCUS);
  await saveIssuerAccount(shop, OWNER, { environment, token: FOCUS_TOKEN });
}

let buyers = 0;

async function order(more: { document?: string; name?: string } = {}) {
  buyers += 1;
  const customerEmail = `b${buyers}@exemplo.com.br`;
  const typed = {
    customerName: more.name ?? 'Rafael Barreto',
    customerEmail,
    paymentMethod: 'pix',
    productId: 'lote',
  } as const;
  const asked = { idempotencyKey: null, clientNetwork: '' };
  return { ...(await startPayment(shop, { ...typed, document: more.document }, asked)), email: customerEmail };
}

async function buy(more: { document?: string; name?: string } = {}): Promise<{ id: string; email: string }> {
  const { purchaseId, transactionId, email } = await order(more);
  await simulatePayment(shop, transactionId, 'pay');
  return { id: purchaseId, email };
}

async function ask({ id, email }: { id: string; email: string }, more: object = {}): Promise<void> {
  const typed = RequestInvoice.parse({ email, document: CPF, name: 'Rafael Barreto', ...more });
  await requestInvoice(shop, id, typed);
}

async function askedBy(more: object = {}): Promise<string> {
  const bought = await buy();
  await ask(bought, more);
  return bought.id;
}

/** The worker runs again and again until nothing is due for an hour. */
async function work(hours = 1): Promise<void> {
  for (let step = 0; step < hours * 6; step += 1) {
    await issueInvoices(shop);
    now += HOUR_MS / 6;
  }
}

const toldOf = async (id: string) =>
  (await shop.db.selectFrom('shopEvents').select('type').where('purchaseId', '=', id).execute()).map(
    ({ type }) => type,
  );
const stateOf = async (id: string) => (await findInvoice(shop.db, id))?.state;
const refund = async (id: string) => {
  const purchase = await findPurchase(shop.db, id);
  if (purchase) await bookRefund(shop, purchase, 'admin');
};
const mailsOf = async (id: string) =>
  shop.db.selectFrom('outbox').selectAll().where('purchaseId', '=', id).where('kind', '=', 'invoice').execute();

describe('a buyer', () => {
  test('asks within thirty days, with the address of the purchase, and may correct it until it is queued', async () => {
    const bought = await buy();
    const purchase = await findPurchase(shop.db, bought.id);
    if (!purchase) throw new Error('There is no such purchase.');
    expect(await showInvoice(shop, purchase)).toEqual({ state: 'possible', wantsAddress: false });
    await expect(ask({ ...bought, email: 'outra@exemplo.com.br' })).rejects.toMatchObject({ code: 'other_address' });
    const typed = { email: bought.email, document: CPF, name: 'Rafael Barreto' };
    expect(await requestInvoice(shop, bought.id, RequestInvoice.parse(typed))).toMatchObject({
      message: 'Pedido anotado. A nota chega por e-mail até 24/11.',
    });
    await ask(bought, { document: CNPJ });
    expect(await showInvoice(shop, purchase)).toMatchObject({
      document: '••.ABC.345/01DE-••',
      promisedDay: '2026-11-24',
    });
    now += 31 * DAY_MS;
    await ask(bought);
    const late = await buy();
    now += 31 * DAY_MS;
    await expect(ask(late)).rejects.toMatchObject({ code: 'too_late' });
    const open = await order();
    await expect(ask({ id: open.purchaseId, email: open.email })).rejects.toMatchObject({ code: 'not_completed' });
    setTo({ invoiceMode: 'off' });
    await expect(ask(await buy())).rejects.toMatchObject({ code: 'not_offered' });
    setTo({ invoiceMode: '', invoiceAddress: 'on' });
    await expect(ask(await buy())).rejects.toMatchObject({ fields: { address: 'Informe o endereço da nota fiscal.' } });
  });

  test('orders with a document where every sale gets an invoice, and is refused without', async () => {
    setTo({ invoiceMode: 'every_sale' });
    await expect(order()).rejects.toMatchObject({ kind: 'invalid', fields: { document: expect.any(String) } });
    const open = await order({ document: CPF });
    expect(await listAllInvoices(shop)).toEqual([]);
    now += 30 * DAY_MS;
    await issueInvoices(shop);
    expect(await stateOf(open.purchaseId)).toBe('requested');
    const { id } = await buy({ document: CPF });
    expect(await listAllInvoices(shop)).toMatchObject([
      { id, document: '•••.982.247-••', takerName: 'Rafael Barreto' },
    ]);
  });
});

describe('the owner', () => {
  test('issues by hand: the number with a link or the PDF, and the buyer gets the mail', async () => {
    const id = await askedBy();
    now += 7 * DAY_MS;
    await issueInvoices(shop);
    expect(await stateOf(id)).toBe('requested');
    now += DAY_MS;
    await issueInvoices(shop);
    expect(await stateOf(id)).toBe('queued');
    const told = shop.db.selectFrom('shopEvents').select('person').where('type', '=', 'invoice.requested');
    const { person } = await told.where('subjectId', '=', id).executeTakeFirstOrThrow();
    expect(JSON.parse(person ?? '')).toMatchObject({ taker: { kind: 'cpf', document: '52998224725' } });
    const { items, screens } = await showAttention(shop, 'owner');
    expect(items.find(({ kind }) => kind === 'invoice')?.title).toBe('1 nota fiscal para emitir');
    expect(screens['/admin/notas-fiscais']).toEqual({ count: 1, tone: 'warning' });
    const update = (body: object) => updateInvoice(shop, OWNER, id, { state: 'issued', ...body });
    await expect(update({ url: 'https://nota' })).rejects.toMatchObject({ fields: { number: expect.any(String) } });
    await expect(update({ number: '77' })).rejects.toMatchObject({ fields: { url: expect.any(String) } });
    const pdf = async function* () {
      yield Buffer.from('%PDF-1.7 nota');
    };
    const page = async function* () {
      yield Buffer.from('<html>');
    };
    await expect(storeInvoiceFile(shop, OWNER, id, page())).rejects.toMatchObject({ kind: 'wrong_type' });
    await storeInvoiceFile(shop, OWNER, id, pdf());
    expect(await update({ number: '77' })).toMatchObject({ state: 'issued', number: '77', hasFile: true });
    await expect(update({ number: '78', url: 'https://nota' })).rejects.toMatchObject({ code: 'wrong_state' });
    const [mail, ...others] = await mailsOf(id);
    expect(others).toEqual([]);
    if (!mail) throw new Error('There is no mail.');
    expect(await MAIL_HANDLERS.invoice.write(shop, mail)).toMatchObject({
      number: '77',
      invoiceUrl: expect.stringContaining(`/purchase/success/${id}#nota-fiscal`),
    });
    expect((await showInvoiceDetails(shop, id)).timeline.map(({ event }) => event)).toEqual([
      'invoice_requested',
      'invoice_queued',
      'invoice_issued',
    ]);
  });

  test('finds them by name, number and day, and only the file of the accountant has the whole document', async () => {
    const id = await askedBy({ name: 'Ilha do Porto Filmes', document: CNPJ });
    const other = await askedBy();
    const find = async (query: string) => {
      const { items } = await listInvoicePage(shop, readListRequest(new URLSearchParams(query), INVOICE_LIST));
      return items.map((item) => item.id);
    };
    const number = (await findPurchase(shop.db, id))?.number;
    expect(await find('q=porto')).toEqual([id]);
    expect(await find(`q=%23${number}`)).toEqual([id]);
    expect(await find('from=2026-11-22&to=2026-11-22')).toHaveLength(2);
    expect(await find('from=2026-11-23')).toEqual([]);
    expect(await find('state=queued')).toEqual([]);
    const request = readListRequest(new URLSearchParams(), INVOICE_LIST);
    const table = await exportInvoices(shop, OWNER, request, [id, other]);
    const rows: string[] = [];
    for await (const batch of table.batches) rows.push(...batch.flat());
    expect(rows).toEqual(expect.arrayContaining(['12.ABC.345/01DE-35', '529.982.247-25']));
    expect(JSON.stringify(await listAllInvoices(shop))).not.toMatch(/12\.?ABC|52998224725|529\.982/);
    expect(await revealDocument(shop, OWNER, id)).toEqual({ document: '12.ABC.345/01DE-35' });
    const trail = await shop.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(trail)).not.toMatch(/01DE-?35|982\.?247-?25|Ilha do Porto/);
    expect(trail.map(({ action }) => action)).toContain('purchase.reveal_document');
  });
});

describe('a refund', () => {
  test('drops what no issuer has, and asks to cancel what was issued', async () => {
    const early = await askedBy();
    const pdf = async function* () {
      yield Buffer.from('%PDF-1.7 nota');
    };
    await storeInvoiceFile(shop, OWNER, early, pdf());
    const { storedAs } = (await findInvoice(shop.db, early)) ?? {};
    await refund(early);
    await expect.poll(() => shop.soldFiles.find(storedAs ?? '')).toBeUndefined();
    expect(await stateOf(early)).toBeUndefined();
    const id = await askedBy();
    await updateInvoice(shop, OWNER, id, { state: 'issued', number: '12', url: 'https://nota.example/12' });
    await refund(id);
    expect(await stateOf(id)).toBe('cancel_needed');
    const item = (await showAttention(shop, 'owner')).items.find(({ kind }) => kind === 'invoice');
    expect(item).toMatchObject({ tone: 'danger', title: expect.stringMatching(/^Cancele a nota 12, do pedido #/) });
    expect((await updateInvoice(shop, OWNER, id, { state: 'cancelled' })).state).toBe('cancelled');
    expect((await showAttention(shop, 'owner')).items.filter(({ kind }) => kind === 'invoice')).toEqual([]);
  });

  test('that comes while the issuer has it waits for the answer', async () => {
    await useFocus();
    focus.state.behavior = 'processing';
    const [issuedId, refusedId] = [await askedBy(), await askedBy()];
    now += 8 * DAY_MS;
    await issueInvoices(shop);
    await refund(issuedId);
    expect(await stateOf(issuedId)).toBe('queued');
    focus.state.behavior = 'authorize';
    await work();
    expect(await stateOf(issuedId)).toBe('cancel_needed');
    expect(await mailsOf(issuedId)).toEqual([]);
    expect(await stateOf(refusedId)).toBe('issued');
  });

  test('of one that is given up meanwhile sends nothing', async () => {
    await useFocus();
    const id = await askedBy();
    await shop.db
      .updateTable('purchases')
      .set({ refundRequestedAt: new Date(now).toISOString() })
      .where('id', '=', id)
      .execute();
    now += 9 * DAY_MS;
    await work();
    expect(await stateOf(id)).toBe('requested');
    expect(focus.state.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});

describe('the issuer', () => {
  test('gets the documented fields, and its number and link come back', async () => {
    await useFocus();
    const address = {
      zip: '50030-220',
      street: 'Rua do Apolo',
      number: '181',
      district: 'Recife',
      city: 'Recife',
      state: 'PE',
    };
    const id = await askedBy({ document: CNPJ, name: 'Ilha do Porto Filmes Ltda.', address });
    now += 8 * DAY_MS;
    await work();
    const row = await findInvoice(shop.db, id);
    expect(row).toMatchObject({
      state: 'issued',
      provider: 'focusnfe',
      url: expect.stringMatching(/^https:.*\.pdf$/),
      tries: 2,
    });
    expect(await mailsOf(id)).toHaveLength(1);
    const purchase = await findPurchase(shop.db, id);
    expect(row?.providerReference).toMatch(/^[0-9a-zA-Z]{32}$/);
    expect(focus.notes.get(row?.providerReference ?? '')?.body).toEqual({
      data_emissao: expect.stringMatching(/^2026-11-22T\d\d:\d\d:\d\d-0300$/),
      data_competencia: '2026-11-14',
      codigo_municipio_emissora: '2611606',
      codigo_municipio_prestacao: '2611606',
      cnpj_prestador: '11222333000181',
      codigo_opcao_simples_nacional: '3',
      regime_especial_tributacao: '0',
      tributacao_iss: '1',
      tipo_retencao_iss: '1',
      codigo_nbs: '111032900',
      cnpj_tomador: '12ABC34501DE35',
      razao_social_tomador: 'Ilha do Porto Filmes Ltda.',
      codigo_municipio_tomador: '2611606',
      cep_tomador: '50030220',
      logradouro_tomador: 'Rua do Apolo',
      numero_tomador: '181',
      bairro_tomador: 'Recife',
      codigo_tributacao_nacional_iss: '010501',
      descricao_servico: expect.stringContaining(`pedido #${purchase?.number}`),
      valor_servico: (purchase?.totalCents ?? 0) / 100,
    });
  });

  test('issues once, whatever is lost on the way', async () => {
    await useFocus();
    const before = focus.issued();
    const [lost, known, died] = [await askedBy(), await askedBy(), await askedBy()];
    now += 8 * DAY_MS;
    focus.state.losesAnswer = true;
    await issueInvoices(shop);
    // The process ended between the call and its answer; a backup knows nothing of the call.
    await shop.db
      .updateTable('invoices')
      .set({ state: 'queued', sentAt: null })
      .where('purchaseId', '=', died)
      .execute();
    focus.state.answerOnce = { status: 422, body: { codigo: 'em_processamento', mensagem: 'Nota em processamento' } };
    await work(3);
    expect([await stateOf(lost), await stateOf(known), await stateOf(died)]).toEqual(['issued', 'issued', 'issued']);
    expect(focus.issued() - before).toBe(3);
  });

  test('is asked again while it is silent, and nothing else happens', async () => {
    await useFocus();
    const id = await askedBy();
    now += 8 * DAY_MS;
    focus.state.hangs = true;
    await issueInvoices(shop);
    expect(await findInvoice(shop.db, id)).toMatchObject({ state: 'queued', tries: 1, error: null });
    await expect(
      updateInvoice(shop, OWNER, id, { state: 'issued', number: '1', url: 'https://nota' }),
    ).rejects.toMatchObject({
      code: 'at_issuer',
    });
    focus.state.hangs = false;
    await work(2);
    expect(await stateOf(id)).toBe('issued');
  });

  test('refuses with a message, which is never sent again by itself', async () => {
    await useFocus();
    const id = await askedBy();
    now += 8 * DAY_MS;
    focus.state.behavior = { refuse: ['E0188', 'CNPJ do tomador não encontrado na Receita.'] };
    await work();
    const posts = () => focus.state.calls.filter((call) => call.startsWith('POST')).length;
    expect([await stateOf(id), posts()]).toEqual(['failed', 1]);
    expect(await toldOf(id)).toContain('invoice.failed');
    const item = (await showAttention(shop, 'owner')).items.find(({ kind }) => kind === 'invoice');
    expect(item).toMatchObject({ detail: 'O emissor recusou o CNPJ', href: `/admin/notas-fiscais?id=${id}` });
    focus.state.behavior = 'authorize';
    await work();
    expect(posts()).toBe(1);
    await correctTaker(shop, OWNER, id, { document: '11222333000181', name: 'Estúdio Arruda', address: null });
    await retryInvoice(shop, OWNER, id);
    await expect(retryInvoice(shop, OWNER, id)).rejects.toMatchObject({ code: 'wrong_state' });
    await work();
    expect([await stateOf(id), posts()]).toEqual(['issued', 2]);
  });

  test('that takes none at all leaves them in the queue, and says why', async () => {
    await useFocus();
    const id = await askedBy();
    now += 8 * DAY_MS;
    focus.state.answerOnce = { status: 400, body: { codigo: 'certificado_vencido', mensagem: 'Certificado vencido' } };
    await issueInvoices(shop);
    expect(await findInvoice(shop.db, id)).toMatchObject({ state: 'queued', sentAt: null });
    expect((await showAttention(shop, 'owner')).items.find(({ kind }) => kind === 'invoice')).toMatchObject({
      title: 'Nenhuma nota fiscal está saindo',
      detail: 'O certificado digital da empresa venceu. Envie um novo no painel do Focus NFe.',
    });
    await expect(saveIssuerAccount(shop, OWNER, { environment: 'production', token: 'outro' })).rejects.toMatchObject({
      fields: { token: expect.stringContaining('não aceitou este token') },
    });
    setTo({ invoiceCity: '' });
    now += HOUR_MS;
    await issueInvoices(shop);
    expect(await findInvoice(shop.db, id)).toMatchObject({ error: expect.stringMatching(/^configuracoes: /) });
    setTo({ invoiceCity: '2611606' });
    await work(2);
    expect(await stateOf(id)).toBe('issued');
  });

  test('makes tests in homologação, of which no buyer hears, and the real ones afterwards', async () => {
    await useFocus('test');
    const id = await askedBy();
    now += 8 * DAY_MS;
    await work();
    expect(await findInvoice(shop.db, id)).toMatchObject({ state: 'issued', provider: 'focusnfe_test' });
    expect(await mailsOf(id)).toEqual([]);
    expect(await showInvoice(shop, await findOrRefuse(shop, id))).toMatchObject({ state: 'requested' });
    await useFocus();
    // The fake has one memory for both environments, which are two in truth.
    focus.notes.clear();
    await work();
    expect(await findInvoice(shop.db, id)).toMatchObject({ state: 'issued', provider: 'focusnfe' });
    expect(await mailsOf(id)).toHaveLength(1);
    await removeIssuerAccount(shop, OWNER);
  });

  test(`gets ${IN_A_MONTH} in small batches, and each once`, async () => {
    await useFocus();
    const { id } = await buy();
    const references = Array.from({ length: IN_A_MONTH }, (_, at) => `mes${at}`);
    const at = new Date(now);
    const { name, accountId } = shop.pix;
    await insertSales(
      shop.db,
      { name, accountId },
      references.map((reference) => ({ reference, at })),
    );
    const paid = {
      status: 'COMPLETED',
      failureReason: null,
      review: null,
      refundRequestedAt: null,
      paidCents: null,
      returnedCents: 0,
    } as const;
    await shop.db.updateTable('purchases').set(paid).where('id', 'like', 'sale-mes%').execute();
    await ask({ id, email: `b${buyers}@exemplo.com.br` });
    const model = await findInvoice(shop.db, id);
    if (!model) throw new Error('There is no invoice.');
    for (let first = 0; first < references.length; first += 200) {
      const rows = references
        .slice(first, first + 200)
        .map((reference) => ({ ...model, purchaseId: `sale-${reference}`, providerReference: reference }));
      await shop.db.insertInto('invoices').values(rows).execute();
    }
    let most = 0;
    const remembered = new Set<string>();
    const sent: string[] = [];
    shop.invoiceIssuer = {
      async send(_login, { reference }) {
        sent.push(reference);
        remembered.add(reference);
        return { state: 'processing' };
      },
      find: async (_login, reference) =>
        remembered.has(reference) ? { state: 'issued', number: reference, url: null } : { state: 'unknown' },
    };
    now += 8 * DAY_MS;
    for (let run = 0; run < 400; run += 1) {
      const before = sent.length;
      await issueInvoices(shop);
      most = Math.max(most, sent.length - before);
      now += 15_000;
      const left = await shop.db
        .selectFrom('invoices')
        .select('purchaseId')
        .where('state', '<>', 'issued')
        .limit(1)
        .execute();
      if (left.length === 0) break;
    }
    expect(await shop.db.selectFrom('invoices').select('state').distinct().execute()).toEqual([{ state: 'issued' }]);
    expect([sent.length, new Set(sent).size]).toEqual([IN_A_MONTH + 1, IN_A_MONTH + 1]);
    expect(most).toBeLessThanOrEqual(20);
  });
});

describe('the personal data', () => {
  test('of an issued invoice alone survive an erasure, and go after the years of the law', async () => {
    const [kept, gone] = [await askedBy(), await askedBy()];
    await updateInvoice(shop, OWNER, kept, { state: 'issued', number: '5', url: 'https://nota.example/5' });
    const customers = await Promise.all(
      [kept, gone].map(async (id) => (await findPurchase(shop.db, id))?.customerId ?? ''),
    );
    expect((await exportCustomer(shop, OWNER, customers[0] ?? '')).invoices).toMatchObject([
      { document: '529.982.247-25', name: 'Rafael Barreto', number: '5' },
    ]);
    for (const id of customers) await removeCustomer(shop, OWNER, id);
    expect([await stateOf(kept), await stateOf(gone)]).toEqual(['issued', undefined]);
    now += 5 * 365 * DAY_MS;
    await forgetOldInvoices(shop);
    expect(await stateOf(kept)).toBe('issued');
    now += 3 * DAY_MS;
    await forgetOldInvoices(shop);
    expect(await stateOf(kept)).toBeUndefined();
  });

  test('stand in no line of the log', () => {
    expect(logged.join('\n')).not.toMatch(/52998224725|529\.982|12ABC|Rafael|Barreto|exemplo\.com/);
    expect(logged.length).toBeGreaterThan(0);
  });
});
