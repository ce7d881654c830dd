import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { eraseFromImports } from '#db/queries/imports/import-lines.ts';
import { listCustomersWithEmails } from '#db/queries/imports/imported-sales.ts';
import { lockImport } from '#db/queries/imports/imports.ts';
import { listSalesByHour, sumSales } from '#db/queries/reports/dashboard.ts';
import { inTransaction } from '#db/transactions.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { announceImports } from '#src/domain/imports/announce-import.ts';
import { changeColumns, receiveImport } from '#src/domain/imports/check-import.ts';
import { forgetOldImports } from '#src/domain/imports/forget-imports.ts';
import { receiveCatalog } from '#src/domain/imports/import-catalog.ts';
import { dropImport, exportProblems, showImport } from '#src/domain/imports/imports.ts';
import { runImport, workOnImports } from '#src/domain/imports/run-import.ts';
import type { Spool } from '#src/domain/imports/spool.ts';
import { undoImport } from '#src/domain/imports/undo-import.ts';
import type { ReadCache } from '#src/domain/lists/read-cache.ts';
import type { MailContent } from '#src/domain/mail/content.ts';
import { resolveSale } from '#src/domain/payments/manual-resolution.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { showAnalytics } from '#src/domain/reports/analytics.ts';
import { showDashboard } from '#src/domain/reports/dashboard.ts';
import { showOrigins } from '#src/domain/reports/origins.ts';
import { showFigures } from '#src/domain/reports/sales-figures.ts';
import { resendSaleReceipt } from '#src/domain/sales/sale-actions.ts';
import { listSalePage, showSale } from '#src/domain/sales/sales.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { RunImport, type StoreImport } from '#src/wire/imports/imports.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const opened = openShopForFile({ connections: 10 });
const OWNER = { id: 'owner' };
const HEAD = 'Pedido;E-mail;Nome;Produto;Valor;Pago em;Devolvido em;Chave;Afiliado';
const EVER = { from: null, to: null };

const table = (...lines: string[]) => `${HEAD}\n${lines.join('\n')}\n`;
const FILE = table(
  '1;RUI@exemplo.com;Rui Lima;Grade Cinema;129,90;14/03/2026;;K-1;canal',
  '2;bia@exemplo.com;;Antigo 2021;50,00;15/03/2026 10:30;;K-2;',
  '2;bia@exemplo.com;;Grade Cinema;100,00;15/03/2026 10:30;;K-3;',
  '3;caio@exemplo.com;Caio;Grade Cinema;129,90;16/03/2026;20/03/2026;K-4;',
  '4;rui@@exemplo;;Grade Cinema;129,90;16/03/2026;;;',
);

async function receive(text: string, spool: Spool = opened.shop.spool): Promise<StoreImport> {
  const pieces = Readable.from([Buffer.from(text)]);
  return receiveImport({ ...opened.shop, spool }, OWNER, { pieces, fileName: () => 'vendas.csv' });
}

async function bring(text: string, form: Partial<Parameters<typeof runImport>[3]> = {}): Promise<StoreImport> {
  const { id } = await receive(text);
  await runImport(opened.shop, OWNER, id, { products: [], ...form });
  await workOnImports(opened.shop);
  return showImport(opened.shop, id);
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const read: Value[] = [];
  for await (const value of values) read.push(value);
  return read;
}

/** All that the shop holds, but for the trail and what an import keeps of itself. */
async function contents() {
  const { db } = opened.shop;
  const tables = [
    'customers',
    'products',
    'purchases',
    'purchaseItems',
    'activationKeys',
    'purchaseEvents',
    'outbox',
  ] as const;
  const rows = await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()));
  const [tallies, hours] = await Promise.all([
    sql<{
      name: string;
      value: number;
    }>`select name, value from tallies where value <> 0 and name not like 'audit:%' order by name`.execute(db),
    sql`select hour, sales from "salesByHour" where sales <> 0 order by hour`.execute(db),
  ]);
  return JSON.stringify(
    [rows.map((each) => each.map((row) => JSON.stringify(row)).toSorted()), tallies.rows, hours.rows],
    null,
    1,
  );
}

afterEach(async () => {
  const { db } = opened.shop;
  for (const id of (await db.selectFrom('imports').select('id').where('state', '=', 'done').execute()).map(
    (row) => row.id,
  )) {
    await db.deleteFrom('buyerSessions').execute();
    await db
      .deleteFrom('purchaseEvents')
      .where('event', '<>', 'imported')
      .where('purchaseId', 'in', (row) => row.selectFrom('importedSales').select('purchaseId'))
      .execute();
    await undoImport(opened.shop, OWNER, id);
    await workOnImports(opened.shop);
  }
});

describe('a file', () => {
  test('is read by its own habits where they are not those of its platform, and comes in with any letters', async () => {
    const brought = await bring(
      table(
        '1;a@exemplo.com;Ana \\u0000 \\ \u{1f3ac} Sá;Grade Cinema;1.299;03/04/2026;;K-1;',
        "2;b@exemplo.com;'=1;Grade Cinema;12.90;03/14/2026;;;",
      ),
    );

    expect(brought).toMatchObject({ state: 'done', problemCount: 0, counts: { sales: 2, imported: 2 } });
    const sales = await opened.shop.db
      .selectFrom('purchases')
      .innerJoin('importedSales', 'purchaseId', 'id')
      .select(['customerName', 'totalCents', 'createdAt'])
      .where('importId', '=', brought.id)
      .orderBy('createdAt')
      .execute();
    expect(sales).toEqual([
      {
        customerName: 'Ana \\u0000 \\ \u{1f3ac} Sá',
        totalCents: 130,
        createdAt: '2026-03-04T15:00:00.000Z',
      },
      { customerName: '=1', totalCents: 1290, createdAt: '2026-03-14T15:00:00.000Z' },
    ]);
  });

  test('is checked without a change of the shop', async () => {
    const before = await contents();

    const checked = await receive(FILE);

    expect(checked).toMatchObject({
      state: 'checked',
      source: 'own',
      encoding: 'UTF-8',
      delimiter: ';',
      counts: { people: 3, sales: 3, keys: 4, refunded: 1, imported: 0, known: 0, unpaid: 0 },
      problemCount: 1,
      problems: [{ line: 6, field: 'E-mail', value: 'rui@@exemplo', reason: 'Não é um e-mail. Corrija no CSV.' }],
    });
    expect(checked.products.map(({ name, sales, target }) => [name, sales, target])).toEqual([
      ['Grade Cinema', 3, 'grade-cinema'],
      ['Antigo 2021', 1, 'new'],
    ]);
    expect(await contents()).toEqual(before);
    const { batches, header } = await exportProblems(opened.shop, checked.id);
    expect([header, await all(batches)]).toEqual([
      ['Linha', 'Campo', 'No arquivo', 'Motivo e o que fazer'],
      [[['6', 'E-mail', 'rui@@exemplo', 'Não é um e-mail. Corrija no CSV.']]],
    ]);
    await dropImport(opened.shop, checked.id);
    expect(await opened.shop.db.selectFrom('importLines').select('line').execute()).toEqual([]);
  });

  test('of unknown headers is explained by its owner', async () => {
    const { id, source } = await receive('a,b,c,d\n2026-03-14,ana@exemplo.com,Grade Cinema,99.90\n');
    expect(source).toBe('other');
    await expect(runImport(opened.shop, OWNER, id, { products: [] })).rejects.toMatchObject({ code: 'mapping' });

    const mapped = await changeColumns(opened.shop, id, { columns: { paidAt: 0, email: 1, product: 2, amount: 3 } });

    expect(mapped.counts).toMatchObject({ sales: 1, people: 1 });
    await expect(changeColumns(opened.shop, id, { columns: { email: 9 } })).rejects.toMatchObject({ code: 'mapping' });
    await dropImport(opened.shop, id);
  });

  test.each([
    ['wrong_type', 'PK\u0003\u0004planilha'],
    ['wrong_type', 'uma coluna só\nnada'],
    ['invalid', `${HEAD}\n`],
  ])('is refused as %s', async (code, text) => {
    await expect(receive(text)).rejects.toMatchObject({ code });
    expect(await opened.shop.db.selectFrom('imports').select('id').where('state', '=', 'reading').execute()).toEqual(
      [],
    );
  });

  test('in another currency waits for its rate', async () => {
    const { id, rates } = await receive(
      'Purchase ID,Item Name,Buyer Name,Purchase Email,Purchase Date,Sale Price ($)\nx1,Grade Cinema,Al,al@exemplo.com,2026-03-14,10.00\nTotals,,,,,10.00\n',
    );
    expect(rates).toEqual([{ currency: 'USD', rate: null }]);
    await expect(runImport(opened.shop, OWNER, id, { products: [] })).rejects.toMatchObject({ code: 'mapping' });

    await runImport(opened.shop, OWNER, id, { products: [], rates: { USD: '5,40' } });
    await workOnImports(opened.shop);

    const sold = await opened.shop.db
      .selectFrom('purchases')
      .select(['totalCents', 'providerReference'])
      .where('provider', '=', 'import')
      .execute();
    expect(sold).toEqual([{ totalCents: 5_400, providerReference: 'gumroad:x1' }]);
  });

  test('that nobody imports is forgotten after a week', async () => {
    const { id } = await receive(FILE);
    await forgetOldImports(opened.with({ clock: { now: () => new Date(Date.now() + 8 * DAY_MS) } }));
    await expect(showImport(opened.shop, id)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('an imported sale', () => {
  test('is whole, and told apart from the shop’s own', async () => {
    const done = await bring(FILE);

    expect(done).toMatchObject({ state: 'done', progress: { done: 3, total: 3 } });
    const page = await listSalePage(
      opened.shop,
      readListRequest(new URLSearchParams({ q: 'rui@exemplo.com' }), SALE_LIST),
    );
    expect(page.items).toMatchObject([
      { importedFrom: 'Planilha própria', totalAmount: 'R$ 129,90', paymentStatus: 'COMPLETED' },
    ]);
    const sale = await showSale(opened.shop, page.items[0]?.id ?? '');
    expect(sale.keys).toMatchObject([{ key: { text: 'K-1', state: 'active' } }]);
    expect(sale.timeline.map(({ event, detail }) => [event, detail])).toEqual([
      ['imported', 'Planilha própria, indicada por canal'],
    ]);
    expect([sale.commission, sale.couponUse, sale.withdrawal, sale.bank.isConfigured]).toEqual([
      null,
      null,
      null,
      false,
    ]);
    const keys = await opened.shop.db
      .selectFrom('activationKeys')
      .select(['key', 'revokedReason'])
      .where('key', 'like', 'K-%')
      .orderBy('key')
      .execute();
    expect(keys.map(({ key, revokedReason }) => [key, revokedReason])).toEqual([
      ['K-1', null],
      ['K-2', null],
      ['K-3', null],
      ['K-4', 'refunded'],
    ]);
    const made = await opened.shop.db
      .selectFrom('products')
      .select(['status', 'priceCents', 'requiresActivation'])
      .where('name', '=', 'Antigo 2021')
      .execute();
    expect(made).toEqual([{ status: 'Inativo', priceCents: 5_000, requiresActivation: 1 }]);
    expect(await opened.shop.db.selectFrom('importLines').select('line').execute()).toEqual([]);
    expect(
      await opened.shop.db.selectFrom('outbox').select('kind').where('createdAt', '>=', done.createdAt).execute(),
    ).toEqual([]);
  });

  test('comes once, and a second run brings what is new alone', async () => {
    await bring(FILE);
    const again = await bring(`${FILE}5;dora@exemplo.com;Dora;Grade Cinema;10,00;17/03/2026;;K-5;\n`);

    expect(again.counts).toMatchObject({ known: 3, sales: 1 });
    const sold = await opened.shop.db.selectFrom('importedSales').select('externalId').orderBy('externalId').execute();
    expect(sold.map(({ externalId }) => externalId)).toEqual(['1', '2', '3', '5']);
  });

  test('with a key that the shop has is left out, and told', async () => {
    await bring(FILE);
    const other = await bring(
      table(
        '9;eva@exemplo.com;;Grade Cinema;10,00;17/03/2026;;K-1;',
        '10;eva@exemplo.com;;Grade Cinema;10,00;17/03/2026;;K-9;',
      ),
    );

    expect(other.problems).toMatchObject([{ line: 2, field: 'Chave', value: 'K-1' }]);
    expect(other.counts).toMatchObject({ sales: 2, imported: 1 });
    expect(
      await opened.shop.db.selectFrom('importedSales').select('externalId').where('importId', '=', other.id).execute(),
    ).toEqual([{ externalId: '10' }]);
  });

  test('whose key two names of one product share is left out, and told, and stops nothing', async () => {
    const done = await bring(
      table(
        '9;eva@exemplo.com;;Grade Cinema;10,00;17/03/2026;;K-9;',
        '9;eva@exemplo.com;;GRADE CINEMA;10,00;17/03/2026;;K-9;',
        '10;eva@exemplo.com;;\u0007;10,00;17/03/2026;;;',
        '11;eva@exemplo.com;;Novo\u0007;10,00;17/03/2026;;;',
      ),
    );

    expect(done).toMatchObject({ state: 'done', counts: { sales: 2, imported: 1 } });
    expect(done.problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'Chave'],
      [4, 'Produto'],
    ]);
    const products = [{ name: 'Novo', target: 'new', image: 'javascript:alert(1)' }];
    expect(RunImport.safeParse({ products }).success).toBe(false);
  });

  test('may have cost nothing, and is given back all the same', async () => {
    await bring(table('9;eva@exemplo.com;;Grade Cinema;0;17/03/2026;;K-9;'));
    const [sale] = await opened.shop.db.selectFrom('purchases').selectAll().where('provider', '=', 'import').execute();
    expect(sale).toMatchObject({ status: 'COMPLETED', totalCents: 0, returnedAt: null });

    await resolveSale(opened.shop, OWNER, sale?.id ?? '', { outcome: 'returned', reason: 'Devolvida lá' });

    const [back] = await opened.shop.db.selectFrom('purchases').selectAll().where('provider', '=', 'import').execute();
    expect(back).toMatchObject({ status: 'REFUNDED', returnedCents: 0, returnedAt: null });
  });

  test('of a product that stays behind is not brought', async () => {
    const done = await bring(FILE, { products: [{ name: 'Antigo 2021', target: 'skip' }] });
    const totals = await opened.shop.db
      .selectFrom('purchases')
      .innerJoin('importedSales', 'purchaseId', 'purchases.id')
      .select('totalCents')
      .where('importId', '=', done.id)
      .orderBy('totalCents')
      .execute();
    expect(totals.map(({ totalCents }) => totalCents)).toEqual([10_000, 12_990, 12_990]);
  });

  test('counts in no figure until its history is asked for', async () => {
    const { shop } = opened;
    const figures = async () => ({
      totals: await sumSales(shop.db),
      hours: await listSalesByHour(shop.db, '2026-01-01T00', '2026-12-31T00'),
      analytics: await showAnalytics({ ...shop, readCache: NO_CACHE }, EVER),
      origins: (await showOrigins({ ...shop, readCache: NO_CACHE }, EVER, 'product')).rows,
      figures: await showFigures(shop, EVER),
      dashboard: await showDashboard(shop),
    });
    await sell(shop, 'grade-cinema');
    const before = await figures();

    await bring(FILE);

    const after = await figures();
    const known = (each: typeof after) => ({
      ...each,
      analytics: { ...each.analytics, products: each.analytics.products.filter(({ name }) => name !== 'Antigo 2021') },
    });
    expect(known(after)).toEqual(known(before));
    const whole = await showAnalytics({ ...shop, readCache: NO_CACHE }, EVER, true);
    expect(whole.revenue - after.analytics.revenue).toBeCloseTo(129.9 + 150);
    expect(whole.sales - after.analytics.sales).toBe(2);
    expect(whole.refunds.count - after.analytics.refunds.count).toBe(1);
    const spent = await shop.db
      .selectFrom('customers')
      .select(['totalSpentCents', 'purchaseCount', 'firstSaleAt'])
      .where('email', '=', 'rui@exemplo.com')
      .execute();
    expect(spent).toEqual([{ totalSpentCents: 0, purchaseCount: 1, firstSaleAt: null }]);
  });

  test('is given back where it was paid, and marked here', async () => {
    await bring(FILE);
    const { id } = await opened.shop.db
      .selectFrom('purchases')
      .select('id')
      .where('providerReference', '=', 'own:1')
      .executeTakeFirstOrThrow();
    await expect(refundSale(opened.shop, OWNER, id)).rejects.toMatchObject({
      code: 'imported',
      message: expect.stringContaining('Devolva por lá'),
    });
    await expect(resendSaleReceipt(opened.shop, OWNER, id)).rejects.toMatchObject({ code: 'imported' });

    await resolveSale(opened.shop, OWNER, id, { outcome: 'returned', reason: 'Devolvida no Gumroad' });

    expect(await showSale(opened.shop, id)).toMatchObject({
      paymentStatus: 'REFUNDED',
      keys: [{ key: { state: 'revoked' } }],
    });
    expect(await opened.shop.db.selectFrom('outbox').select('kind').where('purchaseId', '=', id).execute()).toEqual([]);
    expect(await opened.shop.db.selectFrom('shopEvents').select('type').where('purchaseId', '=', id).execute()).toEqual(
      [],
    );
  });

  test('goes with the person who is erased', async () => {
    const { id: received } = await receive(
      table('7;zoe@exemplo.com;Zoé;Grade Cinema;10,00;14/03/2026;;K-7;', '9;zoe@exemplo.com;Zoé;;1;14/03/2026;;;'),
    );
    await bring(table('8;zoe@exemplo.com;Zoé;Grade Cinema;10,00;14/03/2026;;K-8;'));
    const { id } = await opened.shop.db
      .selectFrom('customers')
      .select('id')
      .where('email', '=', 'zoe@exemplo.com')
      .executeTakeFirstOrThrow();

    await removeCustomer(opened.shop, OWNER, id);

    expect(await opened.shop.db.selectFrom('importSales').select('email').execute()).toEqual([]);
    expect(await opened.shop.db.selectFrom('importLines').select('cells').execute()).toEqual([]);
    expect(
      await opened.shop.db.selectFrom('importProblems').select('value').where('importId', '=', received).execute(),
    ).toEqual([]);
  });

  test('does not come in when its buyer is erased while its file is read', async () => {
    const { db, spool } = opened.shop;
    const { id } = await receive(
      table(
        '27;rita@exemplo.com;Rita;Grade Cinema;10,00;14/03/2026;;K-27;',
        '28;ugo@exemplo.com;Ugo;Grade Cinema;10,00;14/03/2026;;K-28;',
        '29;rita@exemplo.com;Rita;;1;14/03/2026;;;',
      ),
      async (pieces, keep) => {
        const kept = await spool(pieces, keep);
        await inTransaction(db, (tx) => eraseFromImports(tx, ['rita@exemplo.com']));
        return kept;
      },
    );

    const found = db.selectFrom('importSales').select('email').where('importId', '=', id);
    expect(await found.execute()).toEqual([{ email: 'ugo@exemplo.com' }]);
    expect(await db.selectFrom('importProblems').select('line').where('importId', '=', id).execute()).toEqual([]);
  });

  test('does not come in when its buyer is erased while its step waits', async () => {
    const { db } = opened.shop;
    const { id } = await receive(
      table(
        '17;noemi@exemplo.com;Noemi;Grade Cinema;10,00;14/03/2026;;K-17;',
        '18;otto@exemplo.com;Otto;Grade Cinema;10,00;14/03/2026;;K-18;',
      ),
    );
    await runImport(opened.shop, OWNER, id, { products: [] });
    let working = Promise.resolve();
    await inTransaction(db, async (tx) => {
      await lockImport(tx, id);
      working = workOnImports(opened.shop);
      await wait(100);
      await eraseFromImports(tx, ['noemi@exemplo.com']);
    });
    await working;

    expect(await showImport(opened.shop, id)).toMatchObject({ state: 'done', counts: { imported: 1 } });
    const known = await listCustomersWithEmails(db, ['noemi@exemplo.com', 'otto@exemplo.com']);
    expect(known.map(({ email }) => email)).toEqual(['otto@exemplo.com']);
  });
});

describe('to undo an import', () => {
  test('leaves the shop as it was', async () => {
    await sell(opened.shop, 'grade-cinema');
    const before = await contents();
    const { id } = await bring(FILE);
    expect(await contents()).not.toEqual(before);

    await undoImport(opened.shop, OWNER, id);
    await workOnImports(opened.shop);

    expect(await showImport(opened.shop, id)).toMatchObject({ state: 'undone', kept: 0 });
    expect(await contents()).toEqual(before);
    expect(await opened.shop.db.selectFrom('importedSales').select('purchaseId').execute()).toEqual([]);
    expect(await opened.shop.db.selectFrom('importedCustomers').select('customerId').execute()).toEqual([]);
  });

  test('whose key held no more elsewhere: it comes revoked, and was used by nobody', async () => {
    const { id } = await bring(
      'Purchase ID,Item Name,Purchase Email,Purchase Date,Sale Price ($),License Key,License Key Enabled?\ng1,Grade Cinema,rui@exemplo.com,2026-03-14,24.0,K-1,0\n',
      { rates: { USD: '5' } },
    );
    const key = opened.shop.db.selectFrom('activationKeys').select('revokedReason').where('key', '=', 'K-1');
    expect(await key.execute()).toEqual([{ revokedReason: 'deleted' }]);

    await undoImport(opened.shop, OWNER, id);
    await workOnImports(opened.shop);

    expect(await showImport(opened.shop, id)).toMatchObject({ state: 'undone', kept: 0 });
    expect(await key.execute()).toEqual([]);
  });

  test.each(['a login', 'a machine', 'a download', 'a refund'])('is refused after %s', async (use) => {
    const { shop } = opened;
    const { id } = await bring(FILE);
    const { purchaseId, customerId } = await shop.db
      .selectFrom('purchases')
      .select(['id as purchaseId', 'customerId'])
      .where('providerReference', '=', 'own:1')
      .executeTakeFirstOrThrow();
    const at = new Date().toISOString();
    if (use === 'a login') {
      await shop.db
        .insertInto('buyerSessions')
        .values({ id: 's1', customerId, createdAt: at, expiresAt: at })
        .execute();
    } else {
      const event = { 'a machine': 'machine_released', 'a download': 'downloaded', 'a refund': 'refunded' }[use] ?? '';
      await shop.db
        .insertInto('purchaseEvents')
        .values({ purchaseId, at, event, source: 'buyer', detail: null })
        .execute();
    }

    await expect(undoImport(shop, OWNER, id)).rejects.toMatchObject({ code: 'touched' });
    expect((await showImport(shop, id)).state).toBe('done');
  });

  test('keeps what is used while it is under way', async () => {
    const { shop } = opened;
    const { id } = await bring(FILE);
    await undoImport(shop, OWNER, id);
    const { purchaseId } = await shop.db
      .selectFrom('purchases')
      .select('id as purchaseId')
      .where('providerReference', '=', 'own:1')
      .executeTakeFirstOrThrow();
    await shop.db
      .insertInto('purchaseEvents')
      .values({ purchaseId, at: new Date().toISOString(), event: 'downloaded', source: 'buyer', detail: null })
      .execute();

    await workOnImports(shop);

    expect(await showImport(shop, id)).toMatchObject({ state: 'undone', kept: 1 });
    expect(
      await shop.db.selectFrom('purchases').select('providerReference').where('provider', '=', 'import').execute(),
    ).toEqual([{ providerReference: 'own:1' }]);
    await shop.db.deleteFrom('purchaseEvents').where('event', '=', 'downloaded').execute();
    await shop.db.updateTable('imports').set({ state: 'done' }).where('id', '=', id).execute();
  });
});

test('people hear of the move once, and only where the owner wanted it', async () => {
  const letters: MailContent[] = [];
  const shop = {
    ...opened.with({}),
    mail: { ...opened.shop.mail, send: async (letter: MailContent) => void letters.push(letter) },
  };
  await bring(FILE);
  await announceImports(shop);
  expect(await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'import_notice').execute()).toEqual([]);

  const second = table(
    '20;rui@exemplo.com;Rui;Grade Cinema;10,00;14/03/2026;;K-20;',
    '21;rui@exemplo.com;Rui;Grade Cinema;10,00;14/03/2026;;K-21;',
  );
  await bring(second, { announces: true });
  await announceImports(shop);
  await bring(table('22;rui@exemplo.com;Rui;Grade Cinema;10,00;14/03/2026;;K-22;'), { announces: true });
  await announceImports(shop);
  await shop.db
    .updateTable('outbox')
    .set({ nextAttemptAt: '2026-01-01' })
    .where('kind', '=', 'import_notice')
    .execute();
  const waiting = shop.db.selectFrom('outbox').select('id').where('state', '=', 'waiting');
  while (await waiting.executeTakeFirst()) await deliverDueMail(shop);

  const told = letters.filter(({ kind }) => kind === 'import_notice');
  expect(told).toMatchObject([{ to: { email: 'rui@exemplo.com' }, from: 'Planilha própria' }]);
});

test('a new product costs what its newest sale of the file did, and needs keys where any of them had one', async () => {
  const sold = (order: string, price: string, day: string, key = '') =>
    `${order};rui@exemplo.com;Rui;Antigo 2019;${price};${day};;${key};`;
  const older = Array.from({ length: 60 }, (_, at) => sold(`o-${at}`, '10,00', '14/03/2019'));
  await bring(
    table(
      ...older,
      sold('p-1', '80,00', '14/03/2021', 'K-P'),
      sold('p-2', '30,00', '14/03/2020'),
      sold('p-3', '0,00', '01/05/2021'),
    ),
  );

  const made = opened.shop.db.selectFrom('products').select(['priceCents', 'requiresActivation']);
  expect(await made.where('name', '=', 'Antigo 2019').execute()).toEqual([
    { priceCents: 8_000, requiresActivation: 1 },
  ]);
});

test('products come with their texts and prices', async () => {
  const { id } = await receive(FILE);
  const catalog =
    'Produto;Descrição;Preço;Imagens;Arquivos\nantigo 2021;"<h2>Doze grades</h2><p>De <strong>cinema</strong>.</p><script>x()</script>";1.234,56;https://x.com/a/capa%20um.webp|dois.png;antigo.zip\n';
  const told = await receiveCatalog(opened.shop, id, { pieces: Readable.from([Buffer.from(catalog)]) });
  expect(told.products.find(({ name }) => name === 'Antigo 2021')).toMatchObject({
    description: '## Doze grades\n\nDe **cinema**.',
    price: '1234,56',
    pictures: ['capa um.webp', 'dois.png'],
    files: ['antigo.zip'],
  });

  await runImport(opened.shop, OWNER, id, { products: [] });
  await workOnImports(opened.shop);

  const made = await opened.shop.db
    .selectFrom('products')
    .select(['priceCents', 'body'])
    .where('name', '=', 'Antigo 2021')
    .execute();
  expect(made).toEqual([{ priceCents: 123_456, body: '## Doze grades\n\nDe **cinema**.' }]);
});

const NO_CACHE: ReadCache = { find: () => undefined, store: () => undefined };
