import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOKENS_PATH } from '#src/wire/access/api-tokens.ts';
import { SCOPES } from '#src/wire/access/scopes.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { NOTE_LENGTH } from '#src/wire/customers/customer-notes.ts';
import { HOOK_EVENT_NAMES } from '#src/wire/hooks/hook-events.ts';
import { HOOKS_PATH } from '#src/wire/hooks/hooks.ts';
import { IMPORT_PATH, type StoreImport } from '#src/wire/imports/imports.ts';
import { OWN_SALE_COLUMNS } from '#src/wire/imports/own-columns.ts';
import { TERMS_LENGTH } from '#src/wire/partners/partners.ts';
import { CATEGORY_NAME_LENGTH, MOST_OWN_CATEGORIES } from '#src/wire/products/categories.ts';
import { PRODUCT_NAME_LENGTH } from '#src/wire/products/data-fields.ts';
import { HOST_KEYS, SYSTEM_KEYS } from '#src/wire/products/hosts.ts';
import { MOST_QUESTIONS, PAGE_LIMITS } from '#src/wire/products/page-fields.ts';
import { MEDIA_LIMITS, MOST_MEDIA } from '#src/wire/products/product-media.ts';
import { MAXIMUM_NOTES } from '#src/wire/releases/releases.ts';
import { BODY_LENGTH, SUBJECT_LENGTH, USUAL_RECOVERY } from '#src/wire/reminders/recovery.ts';
import {
  type ListedReview,
  BODY_LENGTH as REVIEW_LENGTH,
  reviewPath,
  TITLE_LENGTH,
} from '#src/wire/reviews/reviews.ts';
import type { SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import type { SectionSettings } from '#src/wire/upkeep/settings-table.ts';
import { LIST_NAMES } from '#src/wire/views/built-in-views.ts';
import { VIEW_NAME_LENGTH } from '#src/wire/views/saved-views.ts';
import { type Client, login, openClient } from '../calls/client.ts';
import { hashOf } from '../calls/logins.ts';
import { fileForm } from '../imports/own-file.ts';
import { actAtSandbox, buy, expectStatus, startPurchase } from '../purchases/buy.ts';
import { enterAsBuyer } from '../purchases/buyers.ts';
import { bankSays, giveBack } from '../purchases/purchases.ts';
import { publishVersion } from '../purchases/releases.ts';
import { longEmail, longLine, longMarkdown, longText, longWord, ODD_LINE } from './hard-texts.ts';
import type { Store } from './store.ts';

/** The walks open these ids, named by what is hard about them. */
export type HardShop = {
  /** The longest that the form takes, one word, the shortest, other scripts, and all of these. */
  products: { long: string; word: string; bare: string; odd: string; kit: string };
  category: string;
  coupon: string;
  customer: string;
  purchases: Record<string, string>;
  /** The item of the hard buyer's review. */
  reviewed: string;
  /** One that waits, and one that is done. */
  imports: string[];
  partner: string;
  /** The name of a webhook that fails. */
  hook: string;
  /** Of the cookie of somebody who lacks a second factor, and of an invitation's link. */
  tokens: { member: string; invitation: string };
};

/** Fills an empty store, through its own calls, with the longest, oddest and emptiest that its forms accept. */
export async function fillHardShop(store: Store): Promise<HardShop> {
  const owner = await login(store);
  const visitor = openClient(store.url);
  await writeSettings(owner);
  const category = await addCategories(owner);
  const products = await addProducts(store, owner, category);
  const partner = await addOffers(owner);
  const purchases = await sell(store, { owner, visitor }, products);
  const customer = await annotateCustomer(owner);
  await addViews(owner);
  purchases['given up'] = await useAndGiveUp(store, { owner, visitor }, products.long);
  const reviewed = await addReview(store, owner, purchases['paid'] ?? '');
  await askForInvoice(visitor, purchases['paid'] ?? '');
  const imports = await bringSales(owner);
  await failMail(store);
  await payPartner(store, owner, partner);
  const hook = await failHook(store, owner);
  await addTokens(owner);
  const tokens = await addTeam(store);
  await passGates(store, owner);
  const ids = { products, category, coupon: COUPON, customer, purchases, reviewed, imports, partner };
  return { ...ids, hook, tokens };
}

const COUPON = longWord(40).toUpperCase();
const PARTNER_COUPON = `P${longWord(39).toUpperCase()}`;
export const HARD_BUYER = { customerName: longLine(120), customerEmail: longEmail('ana') };

async function writeSettings(owner: Client): Promise<void> {
  await saveSection(owner, 'store', {
    storeName: longLine(60),
    sellerName: longWord(120),
    sellerDocument: '12.ABC.345/01DE-35',
    sellerAddress: longLine(200),
    sellerEmail: longEmail('vendas'),
    sellerPhone: '+55 (81) 99999-0101',
    supportUrl: `https://ajuda.exemplo.com.br/${longWord(160)}`,
    claim: longLine(160),
    claimSource: longWord(160),
  });
  await saveSection(owner, 'licenses', { usualTerms: longText(10_000) });
  await saveSection(owner, 'partners', { partnerOne: longWord(40), partnerTwo: longLine(40).replaceAll(',', '') });
}

async function saveSection(
  owner: Client,
  section: SettingSection,
  values: Record<string, string | number | boolean>,
): Promise<void> {
  const path = `/api/admin/settings/${section}`;
  const shown = expectStatus(await owner.get(path), 200).json<SectionSettings>();
  const before = Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value]));
  expectStatus(await owner.put(path, { values, before }), 200);
}

/** There are as many as there may be; the first has the name of one word. */
async function addCategories(owner: Client): Promise<string> {
  const names = Array.from({ length: MOST_OWN_CATEGORIES }, (_, index) =>
    index === 0 ? longWord(CATEGORY_NAME_LENGTH) : `${index} ${longLine(CATEGORY_NAME_LENGTH - 3)}`,
  );
  const ids: string[] = [];
  for (const name of names) {
    const made = expectStatus(await owner.post('/api/admin/categories', { name }), 201).json<{ id: string }>();
    ids.push(made.id);
  }
  return ids[0] ?? '';
}

async function addProducts(store: Store, owner: Client, categoryId: string): Promise<HardShop['products']> {
  const add = async (fields: Record<string, unknown>) => {
    const product = { downloadUrl: 'https://exemplo.com.br/plugin.zip', ...fields };
    return expectStatus(await owner.post('/api/admin/products', product), 201).json<{ id: string }>().id;
  };
  const word = await add({
    name: longWord(PRODUCT_NAME_LENGTH),
    tagline: longWord(PAGE_LIMITS.tagline),
    description: longWord(2_000),
    price: 'R$ 999.999.999,99',
    categoryId,
    licenseTerms: longWord(60),
  });
  const long = await add({
    ...longestPage(),
    name: longLine(PRODUCT_NAME_LENGTH),
    description: longText(2_000),
    price: 'R$ 12.499,90',
    originalPrice: 'R$ 999.999.999,99',
    isFeatured: true,
    categoryId,
    systemRequirements: longText(2_000),
    licenseTerms: longLine(60),
    keySource: 'made',
    keyPrefix: 'CORTES',
    machineLimit: 100,
    trialDays: 60,
    upgradesFrom: [word],
    upgradePrice: 'R$ 12.499,89',
    allowsQuantity: true,
    quantitySteps: '2: 10%, 5: 50%, 10: 90%',
  });
  const bare = await add({ name: 'X', price: 'R$ 0,50', requiresActivation: false });
  const odd = await add({
    name: ODD_LINE,
    description: ODD_LINE.repeat(9),
    price: '99999,9',
    isFeatured: true,
    categoryId,
  });
  expectStatus(await owner.post('/api/admin/activation-keys/bulk', { productId: odd, keys: longWord(200) }), 201);
  const kit = await add({
    kind: 'kit',
    name: longWord(PRODUCT_NAME_LENGTH),
    price: 'R$ 12.499,90',
    parts: [long, word, bare, odd].map((productId) => ({ productId })),
  });
  const files = { [`${longWord(116)}.zip`]: Buffer.alloc(1_234_567, 'plugin') };
  for (const version of ['9999.9999.9999.9998', '9999.9999.9999.9999']) {
    await publishVersion(owner, long, { version, notes: longMarkdown(MAXIMUM_NOTES), url: store.url, files });
  }
  return { long, word, bare, odd, kit };
}

function longestPage() {
  const version = '9999.9';
  return {
    slug: `l${longWord(79).toLowerCase()}`,
    tagline: longLine(PAGE_LIMITS.tagline),
    body: longMarkdown(PAGE_LIMITS.body),
    media: Array.from({ length: MOST_MEDIA }, () => ({
      address: '/uploads/default-product.png',
      alt: longLine(MEDIA_LIMITS.alt),
      caption: longWord(MEDIA_LIMITS.caption),
      before: '/uploads/default-product.png',
    })),
    faq: Array.from({ length: MOST_QUESTIONS }, () => ({ question: longWord(120), answer: longText(600) })),
    licenseText: longText(PAGE_LIMITS.licenseText),
    hosts: HOST_KEYS.map((host) => ({ host, minVersion: '1.0', maxVersion: version, testedVersion: version })),
    systems: SYSTEM_KEYS,
    gpuNote: longWord(PAGE_LIMITS.gpuNote),
  };
}

async function addOffers(owner: Client): Promise<string> {
  const partner = { name: longLine(120), email: longEmail('socia'), commissionRate: 49.99, couponCode: PARTNER_COUPON };
  const made = expectStatus(
    await owner.post('/api/admin/affiliates', { ...partner, password: 'uma-senha-longa' }),
    201,
  );
  const days = { validFrom: '2020-01-01', validTo: '2099-12-31' };
  const coupon = { code: COUPON, name: longWord(120), description: longText(500), maxUses: 1_000_000_000, ...days };
  const { id } = expectStatus(
    await owner.post('/api/admin/coupons', { ...coupon, discount: 99.99, type: 'PERCENT' }),
    201,
  ).json<{ id: string }>();
  const steps = USUAL_RECOVERY.steps.map(() => ({
    isOn: true,
    subject: longLine(SUBJECT_LENGTH),
    body: longText(BODY_LENGTH),
  }));
  const recovery = { isOn: true, steps, couponId: id, asksWhatsapp: true, updatedAt: null };
  expectStatus(await owner.put('/api/admin/recovery', recovery), 200);
  return made.json<{ id: string }>().id;
}

async function sell(
  store: Store,
  { owner, visitor }: { owner: Client; visitor: Client },
  { long, word, bare, odd }: HardShop['products'],
): Promise<Record<string, string>> {
  const waiting = await buy(visitor, { ...HARD_BUYER, productId: word });
  await numberFrom(store, waiting.id, 9_876_543);
  const paid = await buy(visitor, { ...HARD_BUYER, productId: long, couponCode: PARTNER_COUPON });
  const oddlyPaid = await buy(visitor, {
    customerName: ODD_LINE.slice(0, 60),
    customerEmail: 'a@b.co',
    productId: odd,
  });
  const refunded = await buy(visitor, {
    customerName: longWord(120),
    customerEmail: longEmail('rui'),
    productId: bare,
  });
  await giveBack(owner, refunded.id);
  const pending = await startPurchase(visitor, { ...HARD_BUYER, productId: word, couponCode: COUPON });
  const short = await startPurchase(visitor, { ...HARD_BUYER, productId: long });
  await bankSays(store, short.purchaseId, { state: 'paid', amountCents: 100, paidAt: new Date().toISOString() });
  await visitor.get(`/api/payments/status/${short.transactionId}`);
  const expired = await startPurchase(visitor, { ...HARD_BUYER, productId: long });
  await actAtSandbox(visitor, expired.transactionId, 'expire');
  return {
    waiting: waiting.id,
    paid: paid.id,
    'oddly paid': oddlyPaid.id,
    refunded: refunded.id,
    pending: pending.purchaseId,
    'under review': short.purchaseId,
    expired: expired.purchaseId,
  };
}

/** The numbers of the next purchases follow this one's. */
async function numberFrom(store: Store, purchaseId: string, number: number): Promise<void> {
  await store.database().updateTable('purchases').set({ number }).where('id', '=', purchaseId).execute();
}

/** What came from elsewhere: to a product and a buyer that are there, and to the longest names; a line for most problems. */
async function bringSales(owner: Client): Promise<string[]> {
  const at = '2021-03-14';
  const lines = [
    [
      'P-1',
      HARD_BUYER.customerEmail,
      HARD_BUYER.customerName,
      longLine(120),
      '99.999,99',
      at,
      '',
      longWord(200),
      longWord(60),
    ],
    ['P-2', longEmail('zoe'), longWord(120), longWord(120), '0', at, 'Sim', '', ''],
    ['P-3', `${longWord(150)}@@x`, longLine(120), longWord(40), '1,00', at, '', '', ''],
    ['P-4', 'a@b.co', 'Z', longWord(150), '1,00', at, '', '', ''],
    ['P-5', 'a@b.co', 'Z', 'Z', longWord(80), at, '', '', ''],
    ['P-6', 'a@b.co', 'Z', 'Z', '1,00', longLine(80), '', '', ''],
    ['P-7', 'a@b.co', 'Z', 'Z', '1,00', at, '', `${longWord(90)}, ${longWord(90)}`, ''],
  ];
  const table = [OWN_SALE_COLUMNS.map(({ header }) => header), ...lines].map((cells) => cells.join(';')).join('\n');
  const ids: string[] = [];
  for (const name of [longWord(120), longLine(120)]) {
    const response = await owner.fetch(IMPORT_PATH, { method: 'POST', body: fileForm(table, `${name}.csv`) });
    ids.push(((await response.json()) as StoreImport).id);
  }
  expectStatus(await owner.post(`${IMPORT_PATH}/${ids[1]}/run`, { products: [] }), 202);
  const state = async () => (await owner.get(`${IMPORT_PATH}/${ids[1]}`)).json<StoreImport>().state;
  while ((await state()) !== 'done') await sleep(50);
  return ids;
}

async function annotateCustomer(owner: Client): Promise<string> {
  const path = `/api/admin/customers?q=${encodeURIComponent(HARD_BUYER.customerEmail)}&page=1`;
  const { items } = expectStatus(await owner.get(path), 200).json<{ items: { id: string }[] }>();
  const id = items[0]?.id ?? '';
  expectStatus(await owner.post(`/api/admin/customers/${id}/notes`, { text: longText(NOTE_LENGTH) }), 201);
  return id;
}

/** Computers with the longest names on two keys, one of which is given up in the most words, and waits for the owner. */
async function useAndGiveUp(
  store: Store,
  { owner, visitor }: { owner: Client; visitor: Client },
  productId: string,
): Promise<string> {
  await saveSection(owner, 'sale', { withdrawal: 'review' });
  const { id } = await buy(visitor, { ...HARD_BUYER, productId });
  const keys = await store
    .database()
    .selectFrom('activationKeys')
    .select('key')
    .where('productId', '=', productId)
    .where('itemId', 'is not', null)
    .execute();
  for (const { key } of keys) {
    for (const machineName of [longWord(60), longLine(60), 'X']) {
      const facts = { platform: longWord(40), pluginVersion: longWord(30), host: longLine(40) };
      const asked = { key, productId, machineName, fingerprint: `${key} on ${machineName}`, ...facts };
      expectStatus(await visitor.post('/api/licenses/activate', asked), 200);
    }
  }
  const wish = { email: HARD_BUYER.customerEmail, reason: longLine(500) };
  expectStatus(await visitor.post(`/api/payments/withdrawal/${id}`, wish), 200);
  return id;
}

/** The longest that the form takes, on the page with the longest answer. */
async function addReview(store: Store, owner: Client, itemId: string): Promise<string> {
  const buyer = await enterAsBuyer(store, HARD_BUYER.customerEmail);
  const typed = { rating: '5', title: longWord(TITLE_LENGTH), body: longText(REVIEW_LENGTH), showsName: 'on' };
  await buyer.fetch(reviewPath(itemId), { method: 'POST', body: new URLSearchParams({ intent: 'write', ...typed }) });
  const [review] = expectStatus(await owner.get('/api/admin/reviews'), 200).json<ListedReview[]>();
  const path = `/api/admin/reviews/${review?.id}`;
  expectStatus(await owner.post(`${path}/show`, { writtenAt: review?.writtenAt }), 200);
  expectStatus(await owner.put(`${path}/answer`, { answer: longText(REVIEW_LENGTH) }), 200);
  return itemId;
}

/** What the partner earned is closed; material and terms are as long as they may be. */
async function payPartner(store: Store, owner: Client, affiliateId: string): Promise<void> {
  const books = store.database();
  const payableAt = new Date(Date.now() - 1_000).toISOString();
  await books.updateTable('affiliateSales').set({ payableAt }).where('affiliateId', '=', affiliateId).execute();
  const key = { pixKeyType: 'email', pixKey: `${longWord(60).toLowerCase()}@exemplo.com.br` } as const;
  await books.updateTable('affiliates').set(key).where('userId', '=', affiliateId).execute();
  expectStatus(await owner.post('/api/admin/payouts', {}), 201);
  const material = { kind: 'text', title: longWord(80), content: longText(2_000) };
  expectStatus(await owner.post('/api/admin/partner-material', material), 201);
  expectStatus(await owner.put('/api/admin/partner-terms', { text: longText(TERMS_LENGTH) }), 200);
}

/** One that was told of a sale, and answered with all that is kept of an answer. */
async function failHook(store: Store, owner: Client): Promise<string> {
  const description = longWord(80);
  const url = `https://hooks.exemplo.invalid/${longWord(200)}`;
  const hook = { kind: 'standard', description, url, events: HOOK_EVENT_NAMES };
  const { id: hookId } = expectStatus(await owner.post(HOOKS_PATH, hook), 201).json<{ id: string }>();
  const books = store.database();
  const at = new Date().toISOString();
  const refused = { status: 500, failure: null, durationMs: 9_999, answer: longText(500), at };
  const unheard = { status: null, failure: 'late', durationMs: 10_000, answer: '', at };
  const { id: eventId } = await books.selectFrom('shopEvents').select('id').executeTakeFirstOrThrow();
  await books
    .insertInto('hookDeliveries')
    .values({
      ...{ hookId, eventId, state: 'given_up', tries: 2, attempts: JSON.stringify([refused, unheard]) },
      ...{ nextAttemptAt: at, lastAttemptAt: at, createdAt: at },
    })
    .execute();
  await books.updateTable('hooks').set({ failingSince: at }).where('id', '=', hookId).execute();
  return description;
}

async function addTokens(owner: Client): Promise<void> {
  for (const name of [longWord(60), longLine(60)]) {
    expectStatus(await owner.post(TOKENS_PATH, { name, scopes: Object.keys(SCOPES) }), 201);
  }
}

async function askForInvoice(visitor: Client, purchaseId: string): Promise<void> {
  const taker = { email: HARD_BUYER.customerEmail, document: '12.ABC.345/01DE-35', name: longWord(120) };
  expectStatus(await visitor.post(`/api/payments/invoice/${purchaseId}`, taker), 202);
}

/** The log of mail has what left, what did not, and a test that failed. */
async function failMail(store: Store): Promise<void> {
  const books = store.database();
  await books
    .updateTable('outbox')
    .set({ state: 'given_up', attempts: 9, lastError: 'EENVELOPE', sentAt: null })
    .where('id', 'in', (rows) => rows.selectFrom('outbox').select('id').orderBy('id').limit(3))
    .execute();
}

async function addTeam(store: Store): Promise<HardShop['tokens']> {
  const books = store.database();
  const tokens = { member: randomUUID(), invitation: randomUUID() };
  const createdAt = new Date().toISOString();
  const flags = { role: 'manager', isAdmin: 1, isAffiliate: 0, isActive: 1, passwordHash: '' } as const;
  const id = 'hard-member';
  const member = { id, name: longWord(120), email: longEmail('equipe'), createdAt, ...flags };
  await books.insertInto('users').values(member).execute();
  const now = Math.floor(Date.now() / 1000);
  const session = { id: hashOf(tokens.member), user_id: id, created_at: now, expires_at: now + 3_600 };
  await books
    .insertInto('sessions')
    .values({ ...session, isFactorMissing: 1 })
    .execute();
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  const invited = { id: 'hard-invitation', email: longEmail('convidada'), role: 'manager', invitedBy: id } as const;
  await books
    .insertInto('invitations')
    .values({ ...invited, tokenHash: hashOf(tokens.invitation), createdAt, expiresAt, endedAt: null })
    .execute();
  return tokens;
}

async function passGates(store: Store, owner: Client): Promise<void> {
  for (const gate of ['products', 'activation-keys', 'products', 'activation-keys']) {
    expectStatus(await owner.post(`/api/admin/gates/${gate}`, { password: store.gatePassword }), 200);
  }
}

async function addViews(owner: Client): Promise<void> {
  for (const list of LIST_NAMES) {
    for (const name of [longWord(VIEW_NAME_LENGTH), longLine(VIEW_NAME_LENGTH)]) {
      expectStatus(await owner.post('/api/admin/views', { list, name, query: 'q=x', isShared: true }), 201);
    }
  }
}
