import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { renderMail } from '#src/gateways/mail/render-mail.ts';
import { PREVIEW_PATH } from '#src/wire/products/product-preview.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import type { Recovery } from '#src/wire/reminders/recovery.ts';
import { rowOf, SETTING_KEYS, type SectionSettings, type SettingInput } from '#src/wire/upkeep/settings-table.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import type { Client } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { enterAsBuyer, mailTo } from '../../support/purchases/buyers.ts';
import { receiptFor } from '../../support/purchases/receipt.ts';
import { draftRelease, sendFile } from '../../support/purchases/releases.ts';

/** Would leave a script, an attribute, a comment and a text, wherever it is not written as the text that it is. */
const MARKUP = `z"z'</script></title></textarea>--><zz-attack onload=alert(1)>{{7*7}}\${7*7}`;
/** This one stands where fewer characters fit. */
const SHORT_MARKUP = `z"z'<zz-attack onload=alert(1)>`;
const MARKED_BODY = `${MARKUP}\n\n# ${MARKUP}\n\n[${MARKUP}](https://z.test/?x="><zz-attack>) ![${MARKUP}](/uploads/z.png)\n\n\`\`\`${MARKUP}`;
const EMAIL = 'compra@z.test';
const AFFILIATE = `z <zz-attack onload=alert(1)>`;

const TYPED: SettingInput[] = ['line', 'text'];

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
const visitor = openClientForFile(store);
const owner = loginForFile(store);
let buyer: Client;
let product: AdminProduct;
let purchaseId: string;
let customerId: string;
let categoryId: string;
let fields: Record<string, unknown>;

beforeAll(async () => {
  for (const section of ['store', 'licenses', 'partners']) await saveMarkup(section);
  await saveReminders();
  await holdWithdrawals();
  const category = { name: SHORT_MARKUP };
  categoryId = expectStatus(await owner.post('/api/admin/categories', category), 201).json<{ id: string }>().id;
  fields = {
    categoryId,
    name: MARKUP,
    description: MARKUP,
    systemRequirements: MARKUP,
    price: 'R$ 10,00',
    originalPrice: 'R$ 20,00',
    isFeatured: true,
    downloadUrl: 'https://arquivos.test/?x="><zz-attack>',
    videoUrl: '/uploads/"><zz-attack>.webm',
    image: '/uploads/"><zz-attack>.png',
    tagline: MARKUP,
    body: MARKED_BODY,
    media: [
      {
        address: '/uploads/"><zz-attack>.png',
        alt: MARKUP,
        caption: AFFILIATE,
        before: '/uploads/"><zz-attack>-2.png',
      },
    ],
    faq: [{ question: MARKUP, answer: MARKUP }],
    licenseTerms: MARKUP.slice(0, 60),
    licenseText: MARKUP,
    gpuNote: MARKUP,
  };
  product = expectStatus(await owner.post('/api/admin/products', fields), 201).json<AdminProduct>();
  const days = { validFrom: '2020-01-01', validTo: '2099-12-31', isActive: true };
  const coupon = { code: 'MARCA', name: MARKUP, description: MARKUP, discount: 10, type: 'PERCENT', ...days };
  expectStatus(await owner.post('/api/admin/coupons', coupon), 201);
  const affiliate = { name: AFFILIATE, email: 'z@z.test', commissionRate: 10, couponCode: 'ZZ10', password: 'abcdef' };
  expectStatus(await owner.post('/api/admin/affiliates', affiliate), 201);
  const keys = { productId: product.id, keys: `${MARKUP}\n${MARKUP}2` };
  expectStatus(await owner.post('/api/admin/activation-keys/bulk', keys), 201);
  const person = { customerName: MARKUP, customerEmail: EMAIL, couponCode: 'ZZ10' };
  const origin = { source: SHORT_MARKUP, campaign: SHORT_MARKUP, content: SHORT_MARKUP, landing: SHORT_MARKUP };
  const order = { productId: product.id, ...person, origin };
  purchaseId = (await buy(visitor, order)).id;
  await mailTo(store, EMAIL, /^Compra confirmada/);
  const { customerId: id } = await store
    .database()
    .selectFrom('purchases')
    .select('customerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  customerId = id ?? '';
  await owner.post(`/api/admin/customers/${customerId}/notes`, { text: MARKUP }).then(created);
  const view = { list: 'sales', query: 'q=zz', isShared: true };
  await owner.post('/api/admin/views', { ...view, name: SHORT_MARKUP }).then(created);
  await activate();
  await announceVersion();
  buyer = await enterAsBuyer(store, EMAIL);
  expectStatus(await buyer.post(`/api/payments/withdrawal/${purchaseId}`, { email: EMAIL, reason: MARKUP }), 200);
});

/** Every text of a section that takes it gets it. */
async function saveMarkup(section: string): Promise<void> {
  const shown = (await owner.get(`/api/admin/settings/${section}`)).json<SectionSettings>();
  const keys = SETTING_KEYS.filter((key) => key in shown && TYPED.includes(rowOf(key).input));
  const taken = keys.filter((key) => rowOf(key).schema.safeParse(SHORT_MARKUP).success);
  expect(taken.length).toBeGreaterThan(0);
  const values = Object.fromEntries(taken.map((key) => [key, SHORT_MARKUP]));
  const before = Object.fromEntries(taken.map((key) => [key, shown[key]?.value ?? '']));
  expectStatus(await owner.put(`/api/admin/settings/${section}`, { values, before }), 200);
}

function created(response: Awaited<ReturnType<Client['post']>>): void {
  expectStatus(response, 201);
}

/** The owner then answers, in words of her own. */
async function holdWithdrawals(): Promise<void> {
  const change = { values: { withdrawal: 'review' }, before: { withdrawal: 'automatic' } };
  expectStatus(await owner.put('/api/admin/settings/sale', change), 200);
}

async function saveReminders(): Promise<void> {
  const { steps, isOn, couponId, asksWhatsapp, updatedAt } = (await owner.get('/api/admin/recovery')).json<Recovery>();
  const words = { subject: SHORT_MARKUP, body: `${SHORT_MARKUP}\n\n${SHORT_MARKUP}` };
  const saved = { isOn, couponId, asksWhatsapp, updatedAt, steps: steps.map((step) => ({ ...step, ...words })) };
  expectStatus(await owner.put('/api/admin/recovery', saved), 200);
}

/** A plugin names its computer so. */
async function activate(): Promise<void> {
  const { activationKey: key } = (await visitor.get(`/api/payments/license/${purchaseId}`)).json<LicenseResponse>();
  const machine = { machineName: MARKUP.slice(0, 60), platform: SHORT_MARKUP, host: SHORT_MARKUP };
  const pluginVersion = SHORT_MARKUP.slice(0, 30);
  const request = { key, fingerprint: 'the computer of the studio', ...machine, pluginVersion };
  expect((await visitor.post('/api/licenses/activate', request)).json()).toMatchObject({ code: 'activated' });
}

async function announceVersion(): Promise<void> {
  const { id: releaseId } = await draftRelease(owner, product.id, { version: '2.0.0', notes: MARKED_BODY });
  const file = { releaseId, fileName: 'curva.zip', label: SHORT_MARKUP };
  await sendFile(owner, { ...file, bytes: Buffer.from('um plugin') }, { url: store.url });
  expectStatus(await owner.post(`/api/admin/releases/${releaseId}/publish`, { notify: true }), 200);
  await mailTo(store, EMAIL, /2\.0\.0/);
}

/** Says whether a browser would take a part of it for markup. Only a quote ends the quotes of an attribute. */
function isHarmful(html: string): boolean {
  return html.includes(`z"z`) || /<zz-attack/i.test(html.replace(/="[^"]*"/g, ''));
}

test('stored markup is shown as text on every page of the shop', async () => {
  const paths = [
    '/',
    `/checkout/${product.id}`,
    `/plugins/${product.slug}`,
    `/categorias/${categoryId}`,
    `/purchase/success/${purchaseId}`,
    '/login',
    '/no-such-page',
    '/privacidade',
    '/direito-de-arrependimento',
    '/editores/premiere-pro',
    '/minhas-compras/entrar',
  ];
  for (const path of [...paths, `/?q=${encodeURIComponent(MARKUP)}`, `/login?next=${encodeURIComponent(MARKUP)}`]) {
    const page = await visitor.get(path);
    expect(isHarmful(page.text), path).toBe(false);
    for (const [, data = ''] of page.text.matchAll(
      /<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs,
    )) {
      expect(() => JSON.parse(data), path).not.toThrow();
    }
  }
  for (const path of [`/checkout/${product.id}`, `/plugins/${product.slug}`]) {
    expect((await visitor.get(path)).text).toContain('zz-attack');
  }
});

test('stored markup is shown as text to the buyer who signed in', async () => {
  const page = expectStatus(await buyer.get('/minhas-compras'), 200);
  for (const path of ['/minhas-compras', '/minhas-compras/dados', `/purchase/success/${purchaseId}`]) {
    expect(isHarmful((await buyer.get(path)).text), path).toBe(false);
  }
  // Product, computer, file and notes of the version.
  expect(page.text.split('zz-attack').length).toBeGreaterThan(4);
});

test('stored markup is shown as text on every page of the back-office', async () => {
  for (const path of [
    '',
    '/sales',
    `/sales?venda=${purchaseId}`,
    '/products',
    '/activation-keys',
    '/promotions',
    '/affiliates',
    '/customers',
    `/customers/${customerId}`,
    '/analytics',
    '/analytics/origins',
    '/audit',
    '/settings',
    '/settings?secao=venda',
    '/settings?secao=email',
    '/settings?secao=saude',
    '/conta',
    '/promotions?tab=recovery',
    `/sales?origem=${encodeURIComponent(SHORT_MARKUP)}`,
    `/analytics/origins?por=campaign`,
    `/products?abrir=${product.id}`,
    '/settings?secao=licencas',
    '/settings?secao=socios',
    '/society-calculator',
    '/email-settings',
    `/customers?q=${encodeURIComponent(MARKUP)}`,
  ]) {
    expect(isHarmful((await owner.get(`/admin${path}`)).text), path).toBe(false);
  }
});

test('typed markup is shown as text in the preview of a product', async () => {
  for (const part of ['card', 'page']) {
    const page = expectStatus(await owner.post(PREVIEW_PATH, { part, id: null, fields }), 200);
    expect(page.text).toContain('zz-attack');
    expect(isHarmful(page.text), part).toBe(false);
  }
});

test('stored markup is shown as text in mail', async () => {
  await mailTo(store, EMAIL, /^Pedido de desistência/);
  const refusal = { decision: 'refuse', reason: MARKUP };
  expectStatus(await owner.post(`/api/admin/purchases/${purchaseId}/withdrawal`, refusal), 200);
  await expect.poll(async () => (await store.mailbox()).some(({ text }) => text?.includes('Motivo: z'))).toBe(true);
  const mails = await store.mailbox();
  // Receipt, version, link, wish and its refusal.
  expect(mails.filter(({ to }) => to?.[0]?.address === EMAIL).length).toBeGreaterThanOrEqual(5);
  expect(mails.filter(({ html }) => isHarmful(html ?? '')).map(({ subject }) => subject)).toEqual([]);
  expect(mails.filter(({ html }) => html?.includes('zz-attack')).length).toBeGreaterThanOrEqual(4);
});

test.each([1, 2, 3] as const)('stored markup is shown as text in reminder %i', async (step) => {
  const shopfront = {
    storeName: SHORT_MARKUP,
    siteUrl: store.url,
    communityUrl: '',
    logo: '',
    accent: 'orange' as const,
  };
  const { html, subject } = await renderMail(
    {
      ...receiptFor({ to: { name: MARKUP, email: EMAIL } }),
      ...{ kind: 'reminder', step, subject: MARKUP, body: `${MARKUP}\n\n${MARKUP}`, productName: MARKUP },
      ...{
        amount: 'R$ 10,00',
        couponCode: 'ZZ10',
        until: 'domingo',
        untilLong: '23/11/2026 16:42',
        pixCopyPaste: MARKUP,
      },
      ...{ url: `${store.url}/retomar/z`, unsubscribeUrl: `${store.url}/lembretes/z` },
    },
    shopfront,
  );
  expect(isHarmful(html)).toBe(false);
  expect(html).toContain('zz-attack');
  expect(subject).not.toMatch(/[\r\n]/);
});

test.each(['products', 'customers', 'purchases', 'activation-keys', 'coupons'])(
  'stored markup is text in the CSV of %s, which no browser opens as a page',
  async (list) => {
    const { headers, text } = expectStatus(await owner.get(`/api/admin/${list}/export.csv`), 200);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const cells: string[][] = parse(text, { bom: true, delimiter: ';' });
    const marked = cells.flat().filter((cell) => cell.includes('zz-attack'));
    expect(marked.length).toBeGreaterThan(0);
    // A cell is the whole text, and nothing of it begins another cell or line.
    expect(marked.filter((cell) => !/^(?:z|'?https)/.test(cell))).toEqual([]);
    expect(new Set(cells.map((row) => row.length)).size).toBe(1);
  },
);

test('an API response with markup is never HTML', async () => {
  for (const path of [
    '/api/public/products',
    `/api/payments/purchase/${purchaseId}`,
    `/api/payments/license/${purchaseId}`,
    `/api/payments/machines/${purchaseId}`,
    '/api/buyer/purchases',
    '/api/buyer/export',
  ]) {
    const { headers } = await (path.startsWith('/api/buyer') ? buyer : visitor).get(path);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  }
});

test('an image on another host is stored, and visitors do not request it', async () => {
  const image = 'https://imagens.terceiro.test/capa.webp';
  const changed = await owner.put(`/api/admin/products/${product.id}`, { image });
  expect(changed.json<AdminProduct>().image).toBe(image);
  for (const path of ['/', `/checkout/${product.id}`, '/api/public/products']) {
    expect((await visitor.get(path)).text, path).not.toContain('imagens.terceiro.test');
  }
  const ours = await owner.put(`/api/admin/products/${product.id}`, { image: `${store.url}/demo/lote.webp` });
  expect(ours.status).toBeLessThan(500);
});
