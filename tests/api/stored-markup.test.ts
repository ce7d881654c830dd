import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminProduct } from '#src/wire/products.ts';
import { rowOf, SETTING_KEYS, type SectionSettings, type SettingInput } from '#src/wire/settings.ts';
import { buy, expectStatus } from '../support/buy.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { type Store, startStore } from '../support/store.ts';

/** Would leave a script, an attribute, a comment and a text, wherever it is not written as the text that it is. */
const MARKUP = `z"z'</script></title></textarea>--><zz-attack onload=alert(1)>{{7*7}}\${7*7}`;
/** Where fewer characters fit. */
const SHORT_MARKUP = `z"z'<zz-attack onload=alert(1)>`;
const AFFILIATE = `z <zz-attack onload=alert(1)>`;

const TYPED: SettingInput[] = ['line', 'text'];

let store: Store;
let visitor: Client;
let owner: Client;
let product: AdminProduct;
let purchaseId: string;
let customerId: string;

beforeAll(async () => {
  store = await startStore({ LOG_LEVEL: 'warn' });
  visitor = openClient(store.url);
  owner = await login(store);
  for (const section of ['store', 'licenses', 'partners']) await saveMarkup(section);
  const fields = {
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
    body: `${MARKUP}\n\n# ${MARKUP}\n\n[${MARKUP}](https://z.test/?x="><zz-attack>) ![${MARKUP}](/uploads/z.png)\n\n\`\`\`${MARKUP}`,
    media: [{ address: '/uploads/"><zz-attack>.png', alt: MARKUP }],
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
  const buyer = { customerName: MARKUP, customerEmail: 'compra@z.test', couponCode: 'ZZ10' };
  purchaseId = (await buy(visitor, { productId: product.id, ...buyer })).id;
  await store.waitForMail(1);
  const { customerId: id } = await store
    .database()
    .selectFrom('purchases')
    .select('customerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  customerId = id ?? '';
});
afterAll(() => store.stop());

/** Into every text of a section that takes it. */
async function saveMarkup(section: string): Promise<void> {
  const shown = (await owner.get(`/api/admin/settings/${section}`)).json<SectionSettings>();
  const keys = SETTING_KEYS.filter((key) => key in shown && TYPED.includes(rowOf(key).input));
  const taken = keys.filter((key) => rowOf(key).schema.safeParse(SHORT_MARKUP).success);
  expect(taken.length).toBeGreaterThan(0);
  const values = Object.fromEntries(taken.map((key) => [key, SHORT_MARKUP]));
  const before = Object.fromEntries(taken.map((key) => [key, shown[key]?.value ?? '']));
  expectStatus(await owner.put(`/api/admin/settings/${section}`, { values, before }), 200);
}

/** Whether a browser would take a part of it for markup. Within the quotes of an attribute nothing ends it but a quote. */
function isHarmful(html: string): boolean {
  return html.includes(`z"z`) || /<zz-attack/i.test(html.replace(/="[^"]*"/g, ''));
}

test('stored markup is shown as text on every page of the shop', async () => {
  const paths = [
    '/',
    `/checkout/${product.id}`,
    `/plugins/${product.slug}`,
    `/purchase/success/${purchaseId}`,
    '/login',
    '/no-such-page',
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
    '/settings?secao=licencas',
    '/settings?secao=socios',
    '/society-calculator',
    '/email-settings',
    `/customers?q=${encodeURIComponent(MARKUP)}`,
  ]) {
    expect(isHarmful((await owner.get(`/admin${path}`)).text), path).toBe(false);
  }
});

test('stored markup is shown as text in mail', async () => {
  const mails = await store.mailbox();
  expect(mails).toHaveLength(1);
  expect(mails.filter(({ html }) => isHarmful(html ?? ''))).toEqual([]);
});

test('an API response with markup is never HTML', async () => {
  for (const path of [
    '/api/public/products',
    `/api/payments/purchase/${purchaseId}`,
    `/api/payments/license/${purchaseId}`,
  ]) {
    const { headers } = await visitor.get(path);
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
