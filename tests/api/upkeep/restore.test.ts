import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateMailChoices } from '#db/queries/buyers/buyers.ts';
import { insertActivationKeys } from '#db/queries/keys/activation-keys.ts';
import { findTerms } from '#db/queries/products/product-pages.ts';
import { findProduct } from '#db/queries/products/products.ts';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { readSettings } from '#src/config.ts';
import { addNote, listNotes } from '#src/domain/customers/customer-notes.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { askForNotice } from '#src/domain/keys/stock.ts';
import { activateMachine, activateOffline, deactivateMachine } from '#src/domain/licenses/activate-machine.ts';
import { validateLicense } from '#src/domain/licenses/licenses.ts';
import { showPublicKeys } from '#src/domain/licenses/public-keys.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { reconcileAccounts } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createCategory, listCategoriesWithProducts, removeCategory } from '#src/domain/products/categories.ts';
import { declineReminders, declineRemindersUrl } from '#src/domain/reminders/decline-reminders.ts';
import { queueReminders } from '#src/domain/reminders/queue-reminders.ts';
import { saveRecovery } from '#src/domain/reminders/recovery.ts';
import { listAllReviews } from '#src/domain/reviews/review-list.ts';
import { writeReview } from '#src/domain/reviews/write-review.ts';
import type { Shop } from '#src/domain/shop.ts';
import { tokenOf } from '#src/domain/tokens.ts';
import { askForTrial, startTrial } from '#src/domain/trials/ask-trial.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { saveSettings, showSettings } from '#src/domain/upkeep/settings.ts';
import { createView, listViews } from '#src/domain/views/saved-views.ts';
import { answerWithdrawal } from '#src/domain/withdrawals/answer-withdrawal.ts';
import { withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { openShop } from '#src/server/shop/open-shop.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { USUAL_RECOVERY } from '#src/wire/reminders/recovery.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../../support/banks/fake-mercado-pago.ts';
import { readMailbox } from '../../support/calls/mailbox.ts';
import { obeyBackupCommand, runBackupCommand } from '../../support/store/run-command.ts';

const PRODUCT = 'grade-cinema';
const TRIED = 'curva-motion';
const OWNER = { id: 'owner' };
const CONFIRMED = ['--overwrite', '--confirm=RESTAURAR'];
let templates: string;
let folder: string;
let backup: string;

beforeAll(async () => {
  templates = await mkdtemp(join(tmpdir(), 'restore-template-'));
  folder = templates;
  await inShop(async () => {});
});
afterAll(() => rm(templates, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'));
  backup = join(folder, 'backup');
  cpSync(templates, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('before anything is changed', () => {
  test('the command lists what is lost, with day and counts, and asks for confirmation', async () => {
    await runProcess(['make', backup]);
    await inShop((shop) => sell(shop, 'ana@exemplo.com.br'));
    const before = await readFile(join(folder, 'store.sqlite'));

    const refused = await runProcess(['restore', backup, '--overwrite']);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/^Este backup é de \d\d\/\d\d\/\d{4},? .*\d\d:\d\d/);
    expect(refused.stdout).toContain('As chaves vendidas desde então ficam livres de novo no backup');
    expect(refused.stdout).toContain('O banco de dados atual tem, desde então, vendas: 1, e chaves entregues: 1.');
    expect(refused.stderr).toBe(
      'Nada foi alterado. Para restaurar sem um terminal, repita o comando com --confirm=RESTAURAR.\n',
    );
    const wrong = await runProcess(['restore', backup, '--overwrite', '--confirm=sim']);
    expect(wrong).toMatchObject({ code: 1, stderr: 'Nada foi alterado: a palavra é RESTAURAR.\n' });
    expect((await readFile(join(folder, 'store.sqlite'))).equals(before)).toBe(true);
    expect((await readdir(folder)).filter((name) => name.includes('former') || name.includes('restoring'))).toEqual([]);
  });

  test('without the current database, free keys of the backup are withheld unless nothing was sold', async () => {
    await runProcess(['make', backup]);
    await rm(join(folder, 'store.sqlite'));
    const held = await runProcess(['restore', backup, '--confirm=RESTAURAR']);
    expect(held).toMatchObject({ code: 0, stderr: '' });
    expect(held.stdout).toContain('Não há um banco de dados atual desta loja que possa ser lido');
    expect(await inShop(freeKeys)).toBe(0);

    await rm(join(folder, 'store.sqlite'));
    expect((await runProcess(['restore', backup, '--confirm=RESTAURAR', '--free-keys'])).code).toBe(0);
    expect(await inShop(freeKeys)).toBeGreaterThan(0);
  });
});

describe('a backup older than the last sales', () => {
  test('restores each sale with its buyer’s key and sells no key again', async () => {
    const open = await inShop((shop) => begin(shop, 'open@exemplo.com.br'));
    await run(['make', backup]);
    const sold = await inShop(async (shop) => {
      await simulatePayment(shop, open.transactionId, 'pay');
      const ids = [open.purchaseId];
      for (const buyer of ['ana', 'bia', 'caio']) ids.push(await sell(shop, `${buyer}@exemplo.com.br`));
      await begin(shop, 'never@exemplo.com.br');
      return ids;
    });
    const keysBefore = await inShop((shop) => keysOf(shop, sold));

    const restored = await run(['restore', backup, ...CONFIRMED, '--reconcile']);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('Pedidos recuperados, à espera do banco: 4.');
    expect(restored.stdout).toContain(
      'Vendas refeitas: 3. Pedidos ainda em aberto: 1. Diferenças com o banco, em Vendas: 0.',
    );

    await inShop(async (shop) => {
      expect(await keysOf(shop, sold)).toEqual(keysBefore);
      expect(await statusesOf(shop, sold)).toEqual(sold.map(() => 'COMPLETED'));
      const next = await sell(shop, 'davi@exemplo.com.br');
      expect(keysBefore).not.toContain((await keysOf(shop, [next]))[0]);
    });
  });

  test('keeps the wishes of those who withdrew since, and what became of them', async () => {
    await run(['make', backup]);
    const email = 'ana@exemplo.com.br';
    const wishes = (shop: Shop) =>
      shop.db
        .selectFrom('withdrawals')
        .select(['purchaseId', 'protocol', 'state', 'heldFor'])
        .orderBy('protocol')
        .execute();
    const [before, waiting] = await inShop(async (shop) => {
      let last = '';
      for (let sale = 1; sale <= 3; sale += 1) {
        last = await sell(shop, email);
        await withdraw(shop, last, { email, reason: '' });
      }
      return [await wishes(shop), last];
    });
    expect(before.map(({ state }) => state).toSorted()).toEqual(['refunded', 'refunded', 'requested', 'requested']);

    expect((await run(['restore', backup, ...CONFIRMED, '--reconcile'])).code).toBe(0);

    await inShop(async (shop) => {
      expect(await wishes(shop)).toEqual(before);
      const [key = ''] = await keysOf(shop, [waiting]);
      expect(await validateLicense(shop, { key }, '203.0.113.1')).toMatchObject({ valid: false, code: 'frozen' });
      await answerWithdrawal(shop, { id: 'owner' }, waiting, { decision: 'approve' });
      expect(await statusesOf(shop, [waiting])).toEqual(['REFUNDED']);
    });
  });

  test('keeps who declined notices, and who declined them since', async () => {
    const [declined, later] = await inShop(async (shop) => {
      for (const buyer of ['bia', 'caio']) await sell(shop, `${buyer}@exemplo.com.br`);
      await decline(shop, 'bia@exemplo.com.br');
      return ['bia@exemplo.com.br', 'caio@exemplo.com.br'];
    });
    await run(['make', backup]);
    await inShop((shop) => decline(shop, later ?? ''));
    expect((await run(['restore', backup, ...CONFIRMED])).code).toBe(0);
    await inShop(async (shop) => {
      const rows = await shop.db.selectFrom('customers').select('email').where('wantsUpdates', '=', 0).execute();
      expect(new Set(rows.map(({ email }) => email))).toEqual(new Set([declined, later]));
    });
    await rm(join(folder, 'store.sqlite'));
    expect((await run(['restore', backup, '--confirm=RESTAURAR'])).code).toBe(0);
    await inShop(async (shop) => {
      const rows = await shop.db.selectFrom('customers').select('email').where('wantsUpdates', '=', 0).execute();
      expect(
        rows.map(({ email }) => email),
        'without the newer database, as in the backup',
      ).toEqual([declined]);
    });
  });

  test('keeps the computers as they are now, and signs with the same key', async () => {
    const fingerprint = (number: number) => `fingerprint of machine ${number}`;
    const [key, ...before] = await inShop(async (shop) => {
      await shop.db.updateTable('products').set({ machineLimit: 2 }).where('id', '=', PRODUCT).execute();
      const [sold = ''] = await keysOf(shop, [await sell(shop, 'ana@exemplo.com.br')]);
      for (const number of [1, 2]) {
        await activateMachine(shop, { key: sold, fingerprint: fingerprint(number) }, '203.0.113.1');
      }
      return [sold, JSON.stringify(await showPublicKeys(shop))];
    });
    await run(['make', backup]);
    await inShop(async (shop) => {
      await deactivateMachine(shop, { key, fingerprint: fingerprint(1) }, '203.0.113.1');
      await activateMachine(shop, { key, fingerprint: fingerprint(3) }, '203.0.113.1');
    });

    expect((await run(['restore', backup, ...CONFIRMED])).code).toBe(0);

    await inShop(async (shop) => {
      const validate = (number: number) =>
        validateLicense(shop, { key, fingerprint: fingerprint(number) }, '203.0.113.1');
      expect((await Promise.all([1, 2, 3].map(validate))).map(({ code }) => code)).toEqual([
        'not_activated',
        'valid',
        'valid',
      ]);
      expect(await activateMachine(shop, { key, fingerprint: fingerprint(4) }, '203.0.113.1')).toMatchObject({
        code: 'machine_limit',
      });
      expect([JSON.stringify(await showPublicKeys(shop))]).toEqual(before);
    });
  });

  test('keeps the place of a computer that took a license file since, though its buyer released it', async () => {
    const named = await inShop(async (shop) => {
      await shop.db.updateTable('products').set({ machineLimit: 1 }).where('id', '=', PRODUCT).execute();
      const [key = ''] = await keysOf(shop, [await sell(shop, 'ana@exemplo.com.br')]);
      return { key, fingerprint: 'fingerprint of machine 1' };
    });
    await run(['make', backup]);
    await inShop(async (shop) => {
      expect(await activateOffline(shop, { request: named }, '203.0.113.1')).toMatchObject({ code: 'activated' });
      await deactivateMachine(shop, named, '203.0.113.1');
    });

    expect((await run(['restore', backup, ...CONFIRMED])).code).toBe(0);

    await inShop(async (shop) => {
      const other = { ...named, fingerprint: 'fingerprint of machine 2' };
      expect(await activateMachine(shop, other, '203.0.113.1')).toMatchObject({ code: 'machine_limit' });
      expect(await activateMachine(shop, named, '203.0.113.1')).toMatchObject({ code: 'activated' });
    });
  });

  test('sends no reminder again, and reminds nobody who declined since', async () => {
    const [told = '', declined = ''] = await inShop(async (shop) => {
      await saveRecovery(shop, OWNER, { ...USUAL_RECOVERY, isOn: true, updatedAt: null });
      const orders = [await begin(shop, 'ana@exemplo.com.br'), await begin(shop, 'bia@exemplo.com.br')];
      return orders.map(({ purchaseId }) => purchaseId);
    });
    await run(['make', backup]);
    await inShop(async (shop) => {
      const token = new URL(await declineRemindersUrl(shop, declined)).pathname.split('/').at(-1) ?? '';
      expect(await declineReminders(shop, token)).toBe(true);
      await remind(shop);
      expect(await remindersOf(shop)).toMatchObject({ [told]: 'sent', [declined]: 'skipped' });
    });
    expect(await remindersMailed()).toEqual(['ana@exemplo.com.br']);

    expect((await run(['restore', backup, ...CONFIRMED])).code).toBe(0);

    await inShop(async (shop) => {
      for (let look = 0; look < 3; look += 1) await remind(shop);
      expect(await remindersOf(shop)).toMatchObject({ [told]: 'sent', [declined]: 'skipped' });
      const again = await begin(shop, 'bia+de-novo@exemplo.com.br');
      await remind(shop);
      expect((await remindersOf(shop))[again.purchaseId]).toBe('skipped');
    });
    expect(await remindersMailed()).toEqual(['ana@exemplo.com.br']);
  });

  test('tells of new keys whoever asked since, and nobody who was told', async () => {
    const ask = (shop: Shop, name: string) =>
      askForNotice(shop, PRODUCT, { email: `${name}@exemplo.com.br` }, '203.0.113.1');
    await inShop(async (shop) => {
      await shop.db.updateTable('products').set({ pauseWithoutKeys: 1 }).where('id', '=', PRODUCT).execute();
      await shop.db.deleteFrom('activationKeys').where('productId', '=', PRODUCT).where('itemId', 'is', null).execute();
      for (const name of ['ana', 'bia']) await ask(shop, name);
    });
    await run(['make', backup]);
    await inShop(async (shop) => {
      await ask(shop, 'caio');
      await shop.db.deleteFrom('stockNotices').where('email', '=', 'ana@exemplo.com.br').execute();
    });

    expect((await run(['restore', backup, ...CONFIRMED])).code).toBe(0);

    await inShop(async (shop) => {
      const waiting = await shop.db.selectFrom('stockNotices').select('email').orderBy('email').execute();
      expect(waiting.map(({ email }) => email)).toEqual(['bia@exemplo.com.br', 'caio@exemplo.com.br']);
    });
  });

  test('lets nobody try a product again whose trial began since, and brings no forgotten address back', async () => {
    const beginTrial = async (shop: Shop, name: string) => {
      await askForTrial(shop, TRIED, { email: `${name}@exemplo.com.br` }, '203.0.113.1');
      const { payload } = await shop.db
        .selectFrom('outbox')
        .select('payload')
        .where('kind', '=', 'trial_link')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return startTrial(shop, tokenOf(shop, payload?.split('.')[1] ?? ''), '203.0.113.1');
    };
    await inShop((shop) => beginTrial(shop, 'ana'));
    await run(['make', backup]);
    const trials = (shop: Shop) => shop.db.selectFrom('trials').selectAll().orderBy('createdAt').execute();
    const now = await inShop(async (shop) => {
      await beginTrial(shop, 'bia');
      await shop.db.updateTable('trials').set({ email: null }).where('email', '=', 'ana@exemplo.com.br').execute();
      return trials(shop);
    });

    expect((await run(['restore', backup, ...CONFIRMED])).code).toBe(0);

    expect(now.map(({ email }) => email)).toEqual([null, 'bia@exemplo.com.br']);
    expect(await inShop(trials)).toEqual(now);
  });

  test('keeps notes, views and reviews as they are now, and the settings of its own time', async () => {
    const name = async (shop: Shop, storeName: string) => {
      const before = (await showSettings(shop, 'store'))['storeName']?.value ?? '';
      await saveSettings(shop, await administrator(shop), 'store', {
        values: { storeName },
        before: { storeName: before },
      });
    };
    const note = async (shop: Shop, email: string, text: string) =>
      addNote(shop, await administrator(shop), (await customerOf(shop, email)).id, { text });
    const view = async (shop: Shop, name: string, isShared: boolean) =>
      createView(shop, await viewer(shop), { list: 'sales', name, query: 'status=completed', isShared });
    await inShop(async (shop) => {
      await sell(shop, 'ana@exemplo.com.br');
      await note(shop, 'ana@exemplo.com.br', 'Antes do backup, e tirada depois.');
      await view(shop, 'Tirada depois', false);
      await name(shop, 'Loja de antes');
    });
    await run(['make', backup]);
    await inShop(async (shop) => {
      for (const table of ['customerNotes', 'savedViews'] as const) await shop.db.deleteFrom(table).execute();
      await sell(shop, 'bia@exemplo.com.br');
      for (const buyer of ['ana', 'bia']) await note(shop, `${buyer}@exemplo.com.br`, `Depois do backup: ${buyer}.`);
      await view(shop, 'De todos', true);
      await view(shop, 'Minha', false);
      const bought = shop.db.selectFrom('purchases').select('id').where('customerEmail', '=', 'ana@exemplo.com.br');
      const { id: itemId } = await bought.executeTakeFirstOrThrow();
      const { id: customerId } = await customerOf(shop, 'ana@exemplo.com.br');
      const review = { rating: 5, title: 'Depois do backup', body: 'Continua muito bom de usar.', showsName: true };
      await writeReview(shop, { customerId, itemId }, review);
      await name(shop, 'Loja de depois');
    });

    expect((await run(['restore', backup, ...CONFIRMED])).code).toBe(0);

    await inShop(async (shop) => {
      for (const buyer of ['ana', 'bia']) {
        const notes = await listNotes(shop, (await customerOf(shop, `${buyer}@exemplo.com.br`)).id);
        expect(notes.map(({ text }) => text)).toEqual([`Depois do backup: ${buyer}.`]);
      }
      const views = await listViews(shop, await viewer(shop), 'sales');
      // Two of one millisecond are listed in any order.
      expect(new Map(views.map((each) => [each.name, each.isShared]))).toEqual(
        new Map([
          ['De todos', true],
          ['Minha', false],
        ]),
      );
      expect((await listAllReviews(shop)).map(({ title }) => title)).toContain('Depois do backup');
      expect(shop.settings.storeName).toBe('Loja de antes');
    });
  });

  test('gives no version of the terms that a buyer accepted since to other words', async () => {
    const [ofBackup, accepted, later] = ['As do backup, que valem de novo.', 'Uma ilha por chave.', 'Outras ainda.'];
    const textOf = async (shop: Shop, version = 0) => (await findTerms(shop.db, PRODUCT, version))?.text;
    const acceptedBy = async (shop: Shop, id: string) =>
      textOf(shop, (await findPurchaseItem(shop.db, id))?.termsVersion ?? 0);
    const current = async (shop: Shop) => textOf(shop, (await findProduct(shop.db, PRODUCT))?.termsVersion);
    const setTerms = async (shop: Shop, usualTerms = '') => {
      const before = (await showSettings(shop, 'licenses'))['usualTerms']?.value ?? '';
      await saveSettings(shop, OWNER, 'licenses', { values: { usualTerms }, before: { usualTerms: before } });
    };
    await inShop((shop) => setTerms(shop, ofBackup));
    await run(['make', backup]);
    const id = await inShop(async (shop) => {
      await setTerms(shop, accepted);
      return sell(shop, 'ana@exemplo.com.br');
    });

    expect((await run(['restore', backup, ...CONFIRMED, '--reconcile'])).code).toBe(0);

    await inShop(async (shop) => {
      expect([await acceptedBy(shop, id), await current(shop)]).toEqual([accepted, ofBackup]);
      await setTerms(shop, later);
      expect([await acceptedBy(shop, id), await current(shop)]).toEqual([accepted, later]);
    });
  });

  test('brings nobody back who was erased since, and keeps what they bought again', async () => {
    const email = 'zuleika.quixada@correio-dela.com.br';
    const [sold = '', open = ''] = await inShop(async (shop) => {
      const ids = [await sell(shop, email), (await begin(shop, email)).purchaseId];
      const told = {
        whatsapp: '+5511987654321',
        origin: '{"content":"carta-da-zuleika"}',
        payerHash: 'hash-of-zuleika',
      };
      await shop.db.updateTable('purchases').set(told).where('customerEmail', '=', email).execute();
      await addNote(shop, OWNER, (await customerOf(shop, email)).id, { text: 'Zuleika ligou duas vezes.' });
      const found = { foundAt: new Date().toISOString(), resolvedAt: null, arrivedAt: null, bankCents: 100 };
      const named = { purchaseId: null, payer: email, description: 'Plugin da Zuleika' };
      const difference = {
        provider: 'sandbox',
        kind: 'unknown_payment',
        subject: 'pix-1',
        ...named,
        ...found,
      } as const;
      await shop.db.insertInto('bankDifferences').values(difference).execute();
      return ids;
    });
    await run(['make', backup]);
    await inShop(async (shop) => removeCustomer(shop, OWNER, (await customerOf(shop, email)).id));

    const restored = await run(['restore', backup, ...CONFIRMED]);

    expect(restored.stdout).toContain('Clientes excluídos desde o backup, de novo sem os seus dados: 1.');
    const file = (await readFile(join(folder, 'store.sqlite'))).toString('latin1').toLowerCase();
    expect(['zuleika', 'quixad', 'correio-dela', '987654321'].filter((word) => file.includes(word))).toEqual([]);
    const again = await inShop(async (shop) => {
      expect(await statusesOf(shop, [sold, open])).toEqual(['COMPLETED', 'PENDING']);
      return sell(shop, email);
    });
    expect((await run(['restore', backup, ...CONFIRMED, '--reconcile'])).code).toBe(0);
    await inShop(async (shop) => {
      expect(await findPurchase(shop.db, again)).toMatchObject({ status: 'COMPLETED', customerEmail: email });
      expect(await findPurchase(shop.db, sold)).toMatchObject({ status: 'COMPLETED', customerEmail: null });
    });
  });

  test('brings the shop’s own categories back, in their order', async () => {
    await inShop((shop) => createCategory(shop, { id: 'ana' }, { name: 'Retrato' }));
    await run(['make', backup]);
    const kept = await inShop(listCategoriesWithProducts);
    expect(kept.at(-1)).toMatchObject({ id: 'retrato', name: 'Retrato' });
    await inShop((shop) => removeCategory(shop, { id: 'ana' }, 'retrato'));
    expect(await run(['restore', backup, ...CONFIRMED])).toMatchObject({ code: 0, stderr: '' });
    expect(await inShop(listCategoriesWithProducts)).toEqual(kept);
  });

  test('polls the bank at the next start when no reconciliation ran before', async () => {
    await run(['make', backup]);
    const id = await inShop((shop) => sell(shop, 'ana@exemplo.com.br'));
    expect((await run(['restore', backup, ...CONFIRMED])).stdout).toContain('Para fazer isso agora: --reconcile.');
    await inShop(async (shop) => {
      expect(await statusesOf(shop, [id])).toEqual(['PENDING']);
      await pollDuePurchases(shop);
      expect(await statusesOf(shop, [id])).toEqual(['COMPLETED']);
    });
  });
});

describe('a bank with payments that the backup does not know', () => {
  let fake: FakeMercadoPago;
  const actAtSandbox = () => ({
    PAYMENT_PROVIDER: 'mercadopago',
    MERCADOPAGO_ACCESS_TOKEN: fake.accessToken,
    MERCADOPAGO_WEBHOOK_SECRET: fake.webhookSecret,
    MERCADOPAGO_API_URL: fake.url,
  });

  beforeEach(async () => {
    fake = await openFakeMercadoPago();
    await run(['make', backup]);
  });
  afterEach(() => fake.close());

  test('rebuilds the sale, and its buyer waits for a key that is certainly free', async () => {
    const { purchaseId } = await inShop((shop) => pay(shop, 'ana@exemplo.com.br'), actAtSandbox());
    // The disk is lost with all that was sold.
    await writeFile(join(folder, 'store.sqlite'), 'no database any more');
    const restored = await run(['restore', backup, ...CONFIRMED, '--reconcile'], actAtSandbox());
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain(
      'Vendas refeitas: 1. Pedidos ainda em aberto: 0. Diferenças com o banco, em Vendas: 0.',
    );

    await inShop(async (shop) => {
      const sale = await shop.db
        .selectFrom('purchases')
        .innerJoin('purchaseItems', 'purchaseItems.id', 'purchases.id')
        .select(['purchases.id', 'status', 'paidCents', 'purchaseItems.productId', 'customerName', 'keyWaitingSince'])
        .where('customerEmail', '=', 'ana@exemplo.com.br')
        .where('provider', '=', 'mercadopago')
        .executeTakeFirstOrThrow();
      const { id, ...facts } = sale;
      expect(id).not.toBe(purchaseId);
      expect(facts).toMatchObject({ status: 'COMPLETED', productId: PRODUCT, customerName: 'Ana Conceição' });
      expect(facts.keyWaitingSince).not.toBeNull();
      // The owner adds the key again of which it is known that nobody has it.
      const [held] = await shop.db
        .selectFrom('activationKeys')
        .selectAll()
        .where('revokedAt', 'is not', null)
        .where('itemId', 'is', null)
        .execute();
      if (!held) throw new Error('No key was held.');
      const again = { id: 'again', productId: held.productId, key: held.key, createdAt: held.createdAt };
      expect(await insertActivationKeys(shop.db, [again])).toEqual([held.key]);
      expect(await freeKeys(shop)).toBe(1);
    }, actAtSandbox());
  });

  test('without details reports the payment with what is known', async () => {
    const { reference } = await inShop((shop) => pay(shop, 'ana@exemplo.com.br'), actAtSandbox());
    fake.alter(reference, { description: 'Um nome que a loja não tem' });
    await writeFile(join(folder, 'store.sqlite'), 'no database any more');
    const restored = await run(['restore', backup, ...CONFIRMED, '--reconcile'], actAtSandbox());
    expect(restored.stdout).toContain(
      'Vendas refeitas: 0. Pedidos ainda em aberto: 0. Diferenças com o banco, em Vendas: 1.',
    );
    await inShop(async (shop) => {
      expect(await shop.db.selectFrom('bankDifferences').selectAll().execute()).toMatchObject([
        {
          kind: 'unknown_payment',
          subject: reference,
          payer: 'Ana Conceição, ana@exemplo.com.br',
          description: 'Um nome que a loja não tem',
        },
      ]);
    }, actAtSandbox());
  });

  test('that is unavailable is reported by the restore and polled later by the store', async () => {
    const { purchaseId } = await inShop((shop) => pay(shop, 'ana@exemplo.com.br'), actAtSandbox());
    for (const act of ['search', 'read'] as const)
      fake.faults.always(act, { kind: 'answer', when: 'before', status: 403 });
    const restored = await run(['restore', backup, ...CONFIRMED, '--reconcile'], actAtSandbox());
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('Pedidos ainda em aberto: 1.');
    expect(restored.stdout).toContain('O banco não respondeu a tudo: a loja continua perguntando depois de aberta.');
    fake.faults.clear();
    await inShop(async (shop) => {
      while (await reconcileAccounts(shop));
      expect(await statusesOf(shop, [purchaseId])).toEqual(['COMPLETED']);
    }, actAtSandbox());
  });

  async function pay(shop: Shop, email: string) {
    const { purchaseId } = await begin(shop, email);
    const { providerReference: reference } = await shop.db
      .selectFrom('purchases')
      .select('providerReference')
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    await fake.pay(reference);
    return { purchaseId, reference };
  }
});

function placesIn(environment: Record<string, string> = {}) {
  return {
    DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    ADMIN_PASSWORD: 'senha-da-dona-42',
    ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
    ...environment,
  };
}

/** Opens the shop as its process does, lets `act` happen, and closes it. */
async function inShop<Answer>(
  act: (shop: Shop) => Promise<Answer>,
  environment: Record<string, string> = {},
): Promise<Answer> {
  const { shop, close } = await openShop(readSettings(placesIn(environment)), pino({ level: 'silent' }));
  try {
    return await act(shop);
  } finally {
    await close();
  }
}

function begin(shop: Shop, customerEmail: string) {
  const buyer = { customerName: 'Ana Conceição', customerEmail, paymentMethod: 'pix', couponCode: null } as const;
  return startPayment(shop, { ...buyer, productId: PRODUCT }, { idempotencyKey: null, clientNetwork: '' });
}

async function sell(shop: Shop, email: string): Promise<string> {
  const { purchaseId, transactionId } = await begin(shop, email);
  await simulatePayment(shop, transactionId, 'pay');
  return purchaseId;
}

async function keysOf(shop: Shop, purchases: string[]): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('activationKeys')
    .select(['key', 'itemId'])
    .where('itemId', 'in', purchases)
    .execute();
  return purchases.map((id) => rows.find(({ itemId }) => itemId === id)?.key ?? '');
}

async function statusesOf(shop: Shop, purchases: string[]): Promise<(string | undefined)[]> {
  const rows = await shop.db.selectFrom('purchases').select(['id', 'status']).where('id', 'in', purchases).execute();
  return purchases.map((id) => rows.find((row) => row.id === id)?.status);
}

async function freeKeys(shop: Shop): Promise<number> {
  const { total } = await shop.db
    .selectFrom('activationKeys')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('itemId', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

function run(words: string[], environment: Record<string, string> = {}) {
  return obeyBackupCommand(words, { settings: placesIn(environment) });
}

/** Runs the command with nobody at a terminal. */
function runProcess(words: string[]) {
  return runBackupCommand(words, { folder, settings: placesIn() });
}

async function decline(shop: Shop, email: string): Promise<void> {
  const customer = await shop.db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await updateMailChoices(shop.db, customer.id, { wantsUpdates: 0 });
}

async function viewer(shop: Shop) {
  return { ...(await administrator(shop)), role: 'owner' } as const;
}

function administrator(shop: Shop): Promise<{ id: string }> {
  return shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
}

function customerOf(shop: Shop, email: string): Promise<{ id: string }> {
  return shop.db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirstOrThrow();
}

/** Plans what is due and sends it, as the worker does at noon, half an hour after the orders. */
async function remind(shop: Shop): Promise<void> {
  const noon = new Date(`${dayOf(new Date())}T15:00:00.000Z`);
  const clock = { now: () => noon };
  const createdAt = new Date(noon.getTime() - 30 * MINUTE_MS).toISOString();
  const expiresAt = new Date(noon.getTime() + HOUR_MS).toISOString();
  await shop.db.updateTable('purchases').set({ createdAt, expiresAt }).where('status', '=', 'PENDING').execute();
  await queueReminders({ ...shop, clock });
  await deliverDueMail({ ...shop, clock });
}

/** The first of each order. */
async function remindersOf(shop: Shop): Promise<Record<string, string>> {
  const rows = await shop.db.selectFrom('reminders').select(['purchaseId', 'state']).where('step', '=', 1).execute();
  return Object.fromEntries(rows.map(({ purchaseId, state }) => [purchaseId, state]));
}

/** Reads those of the two, for the demo shop has an open order of its own. */
async function remindersMailed(): Promise<string[]> {
  const mails = await readMailbox(join(folder, 'mail'));
  const reminded = mails.filter(({ html }) => html?.includes('/lembretes/'));
  return reminded.map(({ to }) => to?.[0]?.address ?? '').filter((address) => /^(?:ana|bia)[@+]/.test(address));
}
