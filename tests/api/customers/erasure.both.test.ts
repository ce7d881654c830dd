import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import { dayOf, shiftDay } from '#src/wire/basics/dates.ts';
import type { Customer, CustomerSummary } from '#src/wire/customers/customers.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import type { DashboardStats } from '#src/wire/reports/dashboard.ts';
import type { SavedView } from '#src/wire/views/saved-views.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { fileForm, ownFile } from '../../support/imports/own-file.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import {
  actAtSandbox,
  buy,
  expectStatus,
  readPurchase,
  startPurchase,
  waitForStatus,
} from '../../support/purchases/buy.ts';
import { enterAsBuyer } from '../../support/purchases/buyers.ts';
import { receiptSent } from '../../support/purchases/purchases.ts';
import { scaled } from '../../support/scale.ts';
import { tracesIn, tracesInRows } from '../../support/traces.ts';

const PATH = '/api/admin/customers';
const ZULEIKA = { customerName: 'Zuleika Quixadá Ypiranga', customerEmail: 'zuleika.quixada@correio-dela.com.br' };
/** These words would tell of her, in every spelling that the shop keeps. */
const TRACES = ['zuleika', 'quixad', 'ypiranga', 'correio-dela'];

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);

const idOf = async (email: string) => {
  const { items } = (await owner.get(`${PATH}?q=${encodeURIComponent(email)}`)).json<Page<CustomerSummary>>();
  return items.find((customer) => customer.email === email)?.id ?? '';
};
/** Those of the demo shop's past take most of a minute on a quiet machine. */
const REPORTS_ARE_KEPT_MS = scaled(600_000, 1_800_000);

const erase = (id: string) => owner.delete(`${PATH}/${id}`);
const readStats = async () => (await owner.get('/api/admin/dashboard-stats')).json<DashboardStats>();
const mailTo = async (address: string) => (await store.mailbox()).filter((mail) => mail.to?.[0]?.address === address);

describe('an erased customer', () => {
  test('leaves no trace in the database, its journal, the mail folder or the log', {
    timeout: 2 * REPORTS_ARE_KEPT_MS,
  }, async () => {
    const words = await vocabulary();
    const paid = await buy(visitor, { ...ZULEIKA, productId: 'grade-cinema', couponCode: 'EDITA10' });
    const { activationKey: key } = (await visitor.get(`/api/payments/license/${paid.id}`)).json<LicenseResponse>();
    const machine = { key, fingerprint: 'the computer of the studio', machineName: 'MacBook da Zuleika' };
    expect((await visitor.post('/api/licenses/activate', machine)).json()).toMatchObject({ valid: true });
    await startPurchase(visitor, { ...ZULEIKA, customerName: 'Zuleika Q. Ypiranga' });
    await receiptSent(store, paid.id);
    expect(await mailTo(ZULEIKA.customerEmail)).toHaveLength(1);
    const note = { text: 'Zuleika Quixadá ligou: a chave não entrava no correio-dela.' };
    expectStatus(await owner.post(`${PATH}/${await idOf(ZULEIKA.customerEmail)}/notes`, note), 201);
    const view = { list: 'sales', name: 'Zuleika Quixadá', query: 'q=zuleika', isShared: true };
    expectStatus(await owner.post('/api/admin/views', view), 201);
    await askForNewEmail();
    const review = { rating: '5', title: 'Assinado, Zuleika', body: 'Quixadá edita melhor assim.', showsName: 'on' };
    const herself = await enterAsBuyer(store, ZULEIKA.customerEmail);
    const form = { method: 'POST', body: new URLSearchParams({ intent: 'write', ...review }) };
    expect((await herself.fetch(`/minhas-compras/avaliar/${paid.id}`, form)).status).toBe(303);
    const mode = { values: { invoiceMode: 'on_request' }, before: { invoiceMode: '' } };
    expectStatus(await owner.put('/api/admin/settings/invoices', mode), 200);
    const taker = { email: ZULEIKA.customerEmail, document: '529.982.247-25', name: ZULEIKA.customerName };
    expectStatus(await visitor.post(`/api/payments/invoice/${paid.id}`, taker), 202);
    await store
      .database()
      .insertInto('partnerApplications')
      .values({
        id: 'application',
        email: ZULEIKA.customerEmail,
        name: 'Zuleika Quixadá',
        plan: 'Divulgo no canal da Zuleika.',
        state: 'waiting',
        createdAt: new Date().toISOString(),
        decidedAt: null,
      })
      .execute();
    const { customerEmail } = ZULEIKA;
    const lines = [
      `1;ana@exemplo.com;;Grade Cinema;9;14/03/2026;;;`,
      `1;${customerEmail};;Grade Cinema;9;14/03/2026;;;`,
    ];
    const file = [ownFile(0), ...lines, `2;${customerEmail};Zuleika;Grade Cinema;9;14/03/2026;;;`].join('\n');
    expect((await owner.fetch('/api/admin/imports', { method: 'POST', body: fileForm(file) })).status).toBe(201);
    const secrets = await leaveWhatElseIsKept(paid.id);
    for (const secret of secrets) expect(await tracesLeft([secret]), secret).not.toEqual([]);
    expect((await tablesWithout([...TRACES, ...secrets])).filter((table) => !OF_NOBODY.includes(table))).toEqual([]);
    await expect.poll(vocabulary).toHaveLength(6);
    // Afterwards the worker has little to write into the journal.
    await expect.poll(areReportsKept, { timeout: REPORTS_ARE_KEPT_MS }).toBe(true);
    const journalBefore = isOnPostgres() ? 0 : await journalSize();

    expectStatus(await erase(await idOf(ZULEIKA.customerEmail)), 200);

    expect(await tracesLeft([...TRACES, ...secrets])).toEqual([]);
    expect(await vocabulary()).toEqual(words);
    expect(store.output().toLowerCase()).not.toMatch(
      new RegExp([...TRACES, ...secrets].map((word) => word.replace('+', '')).join('|')),
    );
    expect((await visitor.post('/api/licenses/activate', machine)).json()).toMatchObject({ code: 'activated' });
    expect(await tracesLeft()).toEqual([]);
    if (!isOnPostgres()) await expectWholeFileWithoutJournal(journalBefore);
  });

  test('takes the saved views along that named the person alone, and no other', async () => {
    const person = { customerName: 'Petronília Vasques', customerEmail: 'petro@exemplo.com.br' };
    await buy(visitor, { ...person, productId: 'lote' });
    const keep = async (list: string, name: string, query: string) =>
      expectStatus(await owner.post('/api/admin/views', { list, name, query, isShared: true }), 201);
    await keep('sales', 'Caso do e-mail', 'status=completed&q=petro%40exemplo.com.br');
    await keep('customers', 'Caso do nome', 'q=petronilia');
    await keep('sales', 'Pedidos de Petronília Vasques', 'status=pending');
    await keep('sales', 'Pagas', 'status=completed');
    await keep('sales', 'Exemplo', 'q=exemplo.com.br');

    expectStatus(await erase(await idOf(person.customerEmail)), 200);

    const left = async (list: string) =>
      (await owner.get(`/api/admin/views?list=${list}`)).json<SavedView[]>().map(({ name }) => name);
    expect(await left('sales')).toEqual(['Pagas', 'Exemplo']);
    expect(await left('customers')).toEqual([]);
    const { items } = (await owner.get('/api/admin/audit?pageSize=5')).json<Page<AuditEntry>>();
    expect(items.filter(({ action }) => action === 'view.erase')).toHaveLength(3);
  });

  test('is in no list and returns 404', async () => {
    const { customerEmail } = await given('sumida@exemplo.com.br');
    const id = await idOf(customerEmail);
    const before = (await owner.get(`${PATH}?page=1`)).json<Page<CustomerSummary>>().total;

    expect((await erase(id)).json()).toEqual({ success: true });

    expect((await owner.get(`${PATH}?page=1`)).json<Page<CustomerSummary>>().total).toBe(before - 1);
    expect((await owner.get(PATH)).json<Customer[]>().some((customer) => customer.id === id)).toBe(false);
    expect((await owner.get(`${PATH}/export.csv`)).text).not.toContain(customerEmail);
    expect((await owner.get(`${PATH}?q=sumida`)).json<Page<CustomerSummary>>()).toMatchObject({ items: [], total: 0 });
    for (const response of [
      await owner.get(`${PATH}/${id}`),
      await owner.get(`${PATH}/${id}/export`),
      await erase(id),
    ]) {
      expect(response.status).toBe(404);
    }
  });

  test('leaves sales, figures, coupon and key unchanged', async () => {
    const { customerEmail, paid } = await given('fica@exemplo.com.br', {
      couponCode: 'EDITA10',
      productId: 'grade-cinema',
    });
    const coupon = store.database().selectFrom('coupons').selectAll().where('code', '=', 'EDITA10');
    const [stats, before] = [await readStats(), await coupon.executeTakeFirstOrThrow()];

    expectStatus(await erase(await idOf(customerEmail)), 200);

    const { recentOrders, ...figures } = await readStats();
    expect(figures).toEqual({ ...stats, recentOrders: undefined });
    expect(recentOrders.find(({ id }) => id === paid.id)).toMatchObject({
      customer: 'Cliente removido',
      status: 'Completado',
    });
    expect(await coupon.executeTakeFirstOrThrow()).toEqual(before);
    const { activationKey } = (await visitor.get(`/api/payments/license/${paid.id}`)).json<LicenseResponse>();
    const valid = await visitor.post('/api/licenses/validate', { key: activationKey });
    expect(valid.json()).toMatchObject({ valid: true });
  });

  test('keeps her purchase page without her personal data', async () => {
    const { customerEmail, paid } = await given('pagina@exemplo.com.br');
    expectStatus(await erase(await idOf(customerEmail)), 200);

    expect(await readPurchase(visitor, paid.id)).toMatchObject({
      customerName: 'Cliente removido',
      customerEmail: '',
      paymentStatus: 'COMPLETED',
    });
    const page = expectStatus(await visitor.get(`/purchase/success/${paid.id}`), 200);
    expect(page.text).not.toContain('pagina@');
    expect(page.text).not.toContain('Pessoa de Teste');
    expect((await visitor.get(`/api/payments/download/${paid.id}`)).status).toBeLessThan(400);
    const resend = await visitor.post(`/api/payments/resend-email/${paid.id}`, { email: customerEmail });
    expect(resend.status).toBe(403);
  });

  test('can still pay an open Pix and gets the key on the page, but no mail', async () => {
    const person = { customerName: 'Pessoa de Teste', customerEmail: 'aberta@exemplo.com.br' };
    const open = await startPurchase(visitor, { ...person, productId: 'grade-cinema' });
    expectStatus(await erase(await idOf(person.customerEmail)), 200);

    await actAtSandbox(visitor, open.transactionId, 'pay');
    await waitForStatus(visitor, open.purchaseId, 'COMPLETED');
    const license = (await visitor.get(`/api/payments/license/${open.purchaseId}`)).json<LicenseResponse>();
    expect(license.activationKey).not.toBeNull();
    const mail = store.database().selectFrom('outbox').select('state').where('purchaseId', '=', open.purchaseId);
    await expect.poll(() => mail.execute()).toEqual([{ state: 'given_up' }]);
    expect(await mailTo(person.customerEmail)).toEqual([]);
  });

  test('gets nothing for a Pix paid after its end, and the owner can give it back', async () => {
    const person = { customerName: 'Pessoa de Teste', customerEmail: 'atrasada@exemplo.com.br' };
    const late = await startPurchase(visitor, { ...person, productId: 'grade-cinema' });
    await actAtSandbox(visitor, late.transactionId, 'expire');
    await waitForStatus(visitor, late.purchaseId, 'FAILED');
    expectStatus(await erase(await idOf(person.customerEmail)), 200);

    await actAtSandbox(visitor, late.transactionId, 'pay');
    await waitForStatus(visitor, late.purchaseId, 'PENDING');
    expect((await visitor.get(`/api/payments/license/${late.purchaseId}`)).status).toBe(409);
    const mail = store.database().selectFrom('outbox').select('state').where('purchaseId', '=', late.purchaseId);
    expect(await mail.execute()).toEqual([]);
    expectStatus(await owner.post(`/api/admin/purchases/${late.purchaseId}/refund`), 200);
    expect(await readPurchase(visitor, late.purchaseId)).toMatchObject({ paymentStatus: 'FAILED' });
  });

  test('has her queued mail canceled, and no other mail', async () => {
    const person = { customerName: 'Pessoa de Teste', customerEmail: 'espera@exemplo.com.br' };
    const purchaseId = (await buy(visitor, { ...person, productId: 'transita' })).id;
    await receiptSent(store, purchaseId);
    const outbox = store.database().updateTable('outbox').where('purchaseId', '=', purchaseId);
    await outbox.set({ state: 'waiting', nextAttemptAt: '2099-01-01T00:00:00.000Z' }).execute();

    expectStatus(await erase(await idOf(person.customerEmail)), 200);

    const mails = store
      .database()
      .selectFrom('outbox')
      .select(['state', 'lastError'])
      .where('purchaseId', '=', purchaseId);
    expect(await mails.execute()).toEqual([{ state: 'given_up', lastError: 'erased' }]);
  });

  test('becomes a new customer when buying again', async () => {
    const { customerEmail, paid } = await given('volta@exemplo.com.br');
    const before = await idOf(customerEmail);
    expectStatus(await erase(before), 200);

    await given(customerEmail);
    const after = await idOf(customerEmail);
    expect(after).not.toBe('');
    expect(after).not.toBe(before);
    const { purchases } = (await owner.get(`${PATH}/${after}`)).json<Customer>();
    expect(purchases.map(({ id }) => id)).not.toContain(paid.id);
    await expect.poll(() => mailTo(customerEmail)).toHaveLength(1);
  });

  test('is recorded once in the audit trail, as an id with the actor', async () => {
    const { customerEmail } = await given('registro@exemplo.com.br');
    const id = await idOf(customerEmail);
    const responses = await Promise.all([erase(id), erase(id), erase(id)]);

    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404]);
    const entries = await store.database().selectFrom('audit').selectAll().where('entityId', '=', id).execute();
    expect(entries).toMatchObject([{ action: 'customer.delete', entity: 'customer', fields: '["name","email"]' }]);
    expect(JSON.stringify(entries)).not.toContain('registro');
  });
});

describe('a namesake of an erased customer', () => {
  test('keeps everything', async () => {
    const other = await given('homonima@exemplo.com.br');
    const { customerEmail } = await given('homonima@exemplo.com');
    await expect.poll(() => mailTo(other.customerEmail)).toHaveLength(1);
    expectStatus(await erase(await idOf(customerEmail)), 200);

    const id = await idOf(other.customerEmail);
    expect((await owner.get(`${PATH}/${id}`)).json<Customer>()).toMatchObject({
      name: 'Pessoa de Teste',
      purchases: [{ id: other.paid.id }],
    });
    expect(await mailTo(other.customerEmail)).toHaveLength(1);
  });
});

/** She has signed in as a buyer, with both addresses in the books and a letter to each in the mail folder. */
async function askForNewEmail(): Promise<void> {
  const buyer = await enterAsBuyer(store, ZULEIKA.customerEmail);
  expectStatus(await buyer.post('/api/buyer/email', { email: 'quixada.nova@correio-dela.com.br' }), 202);
  await expect.poll(() => mailTo('quixada.nova@correio-dela.com.br')).toHaveLength(1);
  await expect.poll(() => mailTo(ZULEIKA.customerEmail)).toHaveLength(3);
  const waiting = store.database().selectFrom('outbox').select('id').where('state', '=', 'waiting');
  await expect.poll(() => waiting.where('customerId', 'is not', null).execute()).toEqual([]);
}

/** Her number, origin, reminder, withdrawal and notices of stock; returns what only she could be known by. */
async function leaveWhatElseIsKept(purchaseId: string): Promise<string[]> {
  const [whatsapp, clickId, addressHash, tokenHash] = [
    '+5511912345678',
    'clique-dela-7',
    'a1b2'.repeat(16),
    'c3d4'.repeat(16),
  ];
  const at = new Date().toISOString();
  const database = store.database();
  const origin = {
    medium: 'zuleika',
    content: 'carta-da-zuleika',
    term: null,
    referrerHost: 'zuleika.blog.test',
    landing: '/quixada',
  };
  await database
    .updateTable('purchases')
    .set({
      ...{ whatsapp, originSource: 'newsletter', originCampaign: 'novembro', origin: JSON.stringify(origin) },
      clickIds: JSON.stringify({ gclid: clickId }),
    })
    .where('customerEmail', '=', ZULEIKA.customerEmail)
    .execute();
  const sent = { state: 'sent' as const, sentAt: at, queuedAt: at, tokenHash, linkExpiresAt: at, clickedAt: at };
  const blank = {
    reason: null,
    couponCode: null,
    sentAt: null,
    queuedAt: null,
    tokenHash: null,
    linkExpiresAt: null,
    clickedAt: null,
  };
  await database
    .insertInto('reminders')
    .values([
      { ...blank, ...sent, purchaseId, step: 1, dueAt: at, addressHash },
      { ...blank, purchaseId, step: 2, dueAt: '2099-01-01T00:00:00.000Z', state: 'waiting', addressHash },
    ])
    .execute();
  const call = { tokenId: 'token', keyHash: 'key', requestHash: 'request', createdAt: at };
  const response = { status: 200, body: JSON.stringify(ZULEIKA) };
  await database
    .insertInto('idempotentCalls')
    .values({ ...call, ...response })
    .execute();
  const wish = { reason: 'A Zuleika se arrependeu.', refusal: 'Zuleika, o prazo terminou.' };
  await database
    .insertInto('withdrawals')
    .values({
      purchaseId,
      protocol: 'D-ZQ',
      state: 'refused',
      heldFor: null,
      ...wish,
      requestedAt: at,
      decidedAt: at,
      nextTryAt: null,
    })
    .execute();
  const email = ZULEIKA.customerEmail;
  const notices = ['lote', 'transita'].map((productId) => ({
    id: `dela-${productId}`,
    productId,
    email,
    createdAt: at,
  }));
  await database
    .insertInto('stockNotices')
    // The second one is on its way, so that the worker leaves it where it is.
    .values(notices.map((notice, order) => ({ ...notice, queuedAt: order === 0 ? null : at })))
    .execute();
  await database.insertInto('trials').values(trialOf(at)).execute();
  await database
    .insertInto('purchaseEvents')
    .values({ purchaseId, at, event: 'note', source: 'worker', detail: 'A Zuleika pagou a menos.' })
    .execute();
  const payer = `${ZULEIKA.customerName}, ${ZULEIKA.customerEmail}`;
  const difference = {
    provider: 'sandbox',
    kind: 'other_amount' as const,
    bankCents: 1,
    arrivedAt: at,
    foundAt: at,
    resolvedAt: null,
  };
  const [told] = await database.selectFrom('shopEvents').select('id').where('purchaseId', '=', purchaseId).execute();
  const hook = {
    id: 'planilha',
    kind: 'standard',
    description: 'Planilha',
    address: 'https://n8n.exemplo.com.br/',
  } as const;
  await database
    .insertInto('hooks')
    .values({
      ...hook,
      events: '[]',
      includeKeys: 0,
      state: 'paused',
      stateAt: at,
      stateBy: null,
      failingSince: null,
      createdAt: at,
    })
    .execute();
  const attempts = JSON.stringify([{ at, status: 200, failure: null, durationMs: 1, answer: 'Obrigado, Zuleika.' }]);
  const tried = { state: 'done', tries: 1, attempts, nextAttemptAt: at, lastAttemptAt: at, createdAt: at } as const;
  await database
    .insertInto('hookDeliveries')
    .values({ ...tried, hookId: hook.id, eventId: told?.id ?? '' })
    .execute();
  await database
    .insertInto('bankDifferences')
    .values([
      { ...difference, subject: 'hers', purchaseId, payer, description: 'Da Zuleika' },
      { ...difference, subject: 'unknown', purchaseId: null, payer, description: 'Da Zuleika' },
    ])
    .execute();
  return [whatsapp, clickId, addressHash, tokenHash];
}

async function given(customerEmail: string, wanted: { productId?: string; couponCode?: string } = {}) {
  const paid = await buy(visitor, { customerName: 'Pessoa de Teste', customerEmail, ...wanted });
  return { customerEmail, paid };
}

async function expectWholeFileWithoutJournal(journalBefore: number): Promise<void> {
  // It was emptied; the worker may have written a line since.
  expect(await journalSize()).toBeLessThan(journalBefore);
  const { integrity_check } = await integrity();
  expect(integrity_check).toBe('ok');
}

async function areReportsKept(): Promise<boolean> {
  if (isOnPostgres()) return true;
  const [kept] = await store.database().selectFrom('keptReports').select('until').execute();
  return kept !== undefined && kept.until >= shiftDay(dayOf(new Date()), -1);
}

async function journalSize(): Promise<number> {
  return (await stat(join(store.folder, 'store.sqlite-wal'))).size;
}

/** Each trace, and where it was found, in all files of the store and, on PostgreSQL, in all its rows. */
async function tracesLeft(words = TRACES): Promise<string[]> {
  const entries = await readdir(store.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (path) => {
      const bytes = await readFile(path);
      // Node reads one byte too many of an odd number of bytes at an odd place, and corrupts its heap.
      const shifted = bytes.subarray(1, bytes.length - ((bytes.length + 1) % 2));
      const texts = [bytes.toString('latin1'), bytes.toString('utf16le'), shifted.toString('utf16le')];
      return tracesIn(words, texts, path);
    }),
  );
  return [...found.flat(), ...(isOnPostgres() ? await tracesInRows(words, store.database()) : [])];
}

/** Tables that name no person. A new one stands here, or is filled above, so that what it holds is seen to go. */
function trialOf(at: string) {
  const begun = { createdAt: at, confirmedAt: at, activatedAt: at, linkExpiresAt: at, endsAt: at };
  const told = { noticesDeclinedAt: null, endingToldAt: at, endedToldAt: at, itemId: null };
  const machine = { fingerprintHash: 'computador', machineName: 'MacBook da Zuleika' };
  const { customerEmail: email } = ZULEIKA;
  return {
    id: 'dela',
    productId: 'lote',
    email,
    mailboxHash: 'caixa',
    tokenHash: 'link',
    key: 'LOTE-1',
    ...begun,
    ...told,
    ...machine,
  };
}

const OF_NOBODY = [
  'accountAlerts',
  'codeApps',
  'knownDevices',
  'passkeys',
  'recoveryCodes',
  'signInChallenges',
  'activationKeys',
  'adminEmailChanges',
  'affiliateSales',
  'affiliates',
  'announcements',
  'apiTokens',
  'audit',
  'auditCounter',
  'backups',
  'bankAccounts',
  'bankCharges',
  'bankPayments',
  'bankSweeps',
  'bankWindows',
  'buyerSessions',
  'categories',
  'certificates',
  'challenges',
  'changedHours',
  'chosenBanks',
  'coupons',
  'databaseIdentity',
  'declinedNotifications',
  'encryptedSettings',
  'fileDownloads',
  'fileTransfers',
  'hooks',
  'idempotentCalls',
  'importedCustomers',
  'importedProducts',
  'importedSales',
  'imports',
  'incidents',
  'installation',
  'installationLinks',
  'installationSteps',
  'instances',
  'invitations',
  'keptReports',
  'kitParts',
  'leadership',
  'mailAccounts',
  'mailKinds',
  'mailTests',
  'movedPurchases',
  'notifications',
  'notifiedDevices',
  'offers',
  'offersShown',
  'openPurchases',
  'openingCodes',
  'outbox',
  'partnerClicks',
  'partnerMaterials',
  'partnerSessions',
  'partnerTerms',
  'partnerTokens',
  'payoutLines',
  'payouts',
  'productHosts',
  'productSearch',
  'productSlugs',
  'productTerms',
  'productWords',
  'products',
  'purchaseItems',
  'quietHours',
  'redemptions',
  'refusedSignIns',
  'releaseFiles',
  'releases',
  'reminderOptOuts',
  'reportParts',
  'restores',
  'reviewNotices',
  'salesByHour',
  'salesByHourChanges',
  'salesByHourTotals',
  'sandboxCharges',
  'schemaFloor',
  'secrets',
  'sessions',
  'settings',
  'sharedLimits',
  'signingKeys',
  'tallies',
  'tallyChanges',
  'tallyTotals',
  'users',
  'usualTerms',
  'visitsByHour',
  'webhookInbox',
];

/** The schema itself names them: those that hold none of the words before the erasure. */
async function tablesWithout(words: string[]): Promise<string[]> {
  const database = store.database();
  const tables = (await database.introspection.getTables())
    .filter(
      // The search's own tables tell of its words, which are looked for below.
      ({ name, isView }) => !isView && !/_(?:config|data|docsize|idx)$/.test(name),
    )
    .map(({ name }) => name);
  const silent: string[] = [];
  for (const name of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
    if (tracesIn(words, [JSON.stringify(rows)], name).length === 0) silent.push(name);
  }
  return silent.toSorted();
}

/** The parts of words that the search indexes know. */
async function vocabulary(): Promise<unknown[]> {
  const database = store.database();
  if (isOnPostgres()) {
    const terms = sql`
      select term from unnest(array['zul', 'uix', 'ypi']) as terms (term)
      where exists (select from "customerWords" where words like '%' || term || '%') union all
      select term from unnest(array['zul', 'uix', 'ypi']) as terms (term)
      where exists (select from "purchaseWords" where words like '%' || term || '%')`;
    return (await terms.execute(database)).rows;
  }
  for (const kind of ['customer', 'purchase']) {
    await sql`create virtual table if not exists temp.${sql.raw(`${kind}Terms`)} using fts5vocab('main', ${sql.lit(`${kind}Search`)}, 'row')`.execute(
      database,
    );
  }
  const { rows } = await sql<{ term: string }>`
    select term from temp.customerTerms where term in ('zul', 'uix', 'ypi') union all
    select term from temp.purchaseTerms where term in ('zul', 'uix', 'ypi')`.execute(database);
  return rows;
}

async function integrity(): Promise<{ integrity_check: string }> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.database());
  return rows[0] ?? { integrity_check: 'nothing was said' };
}
