import { describe, expect, test } from 'vitest';
import type { Page } from '#src/wire/lists/lists.ts';
import type { Partner, PartnerApplication, PartnerSale } from '#src/wire/partners/partners.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { handleAffiliates } from '../../support/purchases/affiliates.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { mailTo } from '../../support/purchases/buyers.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { makeAffiliate } = handleAffiliates(() => ({ store, owner }));

const BUYER = { customerName: 'Zuleika Quixadá', customerEmail: 'zuleika@correio-dela.com.br' };
const TRACES = /zuleika|quixad|correio-dela/i;
const HUMAN = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

function post(who: Client, path: string, form: Record<string, string>) {
  return who.fetch(path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

async function enterAsPartner(email: string): Promise<Client> {
  const partner = openClient(store.url);
  expect((await post(partner, '/parceiros', { email })).status).toBe(303);
  const mail = await mailTo(store, email, /^Seu link de parceiro/);
  const token = /entrar\?t=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  expect((await post(partner, '/parceiros/entrar', { t: token })).headers.get('location')).toBe('/parceiros');
  expect((await post(openClient(store.url), '/parceiros/entrar', { t: token })).headers.get('location')).toBe(
    '/parceiros?aviso=link-vencido',
  );
  return partner;
}

describe('the partner’s own area', () => {
  test('shows the sale of a link, and nothing of who bought', async () => {
    const made = await makeAffiliate();
    expect((await visitor.fetch('/')).headers.get('set-cookie')).toBeNull();
    const followed = await visitor.fetch(`/a/${made.couponCode.toLowerCase()}?para=/plugins/grade-cinema`, {
      headers: HUMAN,
      redirect: 'manual',
    });
    expect([followed.status, followed.headers.get('location')]).toEqual([302, '/plugins/grade-cinema']);
    expect(followed.headers.get('set-cookie')).toMatch(/indicacao=.*HttpOnly.*SameSite=Lax/i);
    const { id } = await buy(visitor, { ...BUYER, productId: 'grade-cinema' });
    const { attribution } = await store
      .database()
      .selectFrom('purchases')
      .select('attribution')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(attribution).toBe('link');

    const partner = await enterAsPartner(made.email);
    expect((await partner.get('/api/partner')).json<Partner>()).toMatchObject({
      couponCode: made.couponCode,
      clicksThisMonth: 1,
      waiting: { amount: 18.99, sales: 1 },
      released: { amount: 0, sales: 0 },
      received: { amount: 0, sales: 0 },
      pixKey: null,
    });
    const { items } = (await partner.get('/api/partner/sales?page=1')).json<Page<PartnerSale>>();
    expect(items).toMatchObject([{ amount: 189.9, commission: 18.99, state: 'waiting', reason: /^link de / }]);
    const month = new Date().toISOString().slice(0, 7);
    for (const path of [
      '/parceiros',
      '/parceiros/material',
      '/parceiros/extratos',
      `/parceiros/extratos/${month}`,
      `/api/partner/sales.csv?mes=${month}`,
      '/api/partner/sales.csv',
      '/api/partner/sales',
      '/api/partner/export',
      '/api/partner',
    ]) {
      const response = await partner.fetch(path);
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).not.toMatch(TRACES);
    }
  });

  test('takes a Pix key that the mailbox confirms, and holds the next one', async () => {
    const made = await makeAffiliate();
    const partner = await enterAsPartner(made.email);
    const wrong = await partner.put('/api/partner/pix-key', { type: 'cpf', key: '111.444.777-36' });
    expect([wrong.status, wrong.json()]).toMatchObject([422, { fields: { key: 'Esta chave não é um CPF válido.' } }]);
    const keyNow = async () => (await partner.get('/api/partner')).json<Partner>().pixKey;
    for (const [type, typed, key] of [
      ['cpf', '111.444.777-35', '11144477735'],
      ['cnpj', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ] as const) {
      const before = await keyNow();
      expectStatus(await partner.put('/api/partner/pix-key', { type, key: typed }), 202);
      expect(await keyNow()).toEqual(before);
      const token = await newestKeyToken(made.email);
      expect((await post(openClient(store.url), '/parceiros/chave', { t: token })).headers.get('location')).toBe(
        '/parceiros?aviso=chave-confirmada',
      );
      expect(await keyNow()).toMatchObject({ type, key });
    }
    expect((await keyNow())?.heldUntil).not.toBeNull();
  });

  test('opens for nobody else', async () => {
    for (const cookie of ['', 'forged', 'a'.repeat(43)]) {
      const stranger = openClient(store.url);
      if (cookie) stranger.cookies.set('parceiro', cookie);
      const responses = [
        await stranger.get('/api/partner'),
        await stranger.get('/api/partner/sales'),
        await stranger.put('/api/partner/pix-key', { type: 'email', key: 'a@b.com.br' }),
        await stranger.get('/api/admin/payouts'),
        await stranger.post('/api/admin/payouts', {}),
      ];
      expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      const page = await stranger.fetch('/parceiros/extratos', { redirect: 'manual' });
      expect(page.headers.get('location')).toBe('/parceiros?aviso=entre');
    }
  });
});

test('whoever wants to be a partner is answered by the owner', async () => {
  const wish = {
    name: 'Léo Corte',
    email: 'leo@corte-do-leo.com.br',
    plan: 'Tenho um canal de edição com 40 mil pessoas.',
  };
  expectStatus(await visitor.post('/api/partner/signup', wish), 404);
  expectStatus(
    await owner.put('/api/admin/settings/affiliates', {
      values: { partnerSignUps: 'on' },
      before: { partnerSignUps: 'off' },
    }),
    200,
  );
  expectStatus(await visitor.post('/api/partner/signup', { ...wish, plan: 'curto' }), 422);
  expectStatus(await visitor.post('/api/partner/signup', wish), 202);
  expectStatus(await visitor.post('/api/partner/signup', wish), 202);
  const waiting = async () => (await owner.get('/api/admin/partner-applications')).json<PartnerApplication[]>();
  const [asked] = await waiting();
  expect(await waiting()).toMatchObject([{ email: wish.email }]);
  const terms = { commissionRate: '15', couponCode: 'LEO15' };
  expectStatus(await owner.post(`/api/admin/partner-applications/${asked?.id}/accept`, terms), 201);
  expect((await mailTo(store, wish.email, /^Você é parceiro/)).text).toContain('/a/leo15');
  expect(await waiting()).toEqual([]);
  expect((await owner.post(`/api/admin/partner-applications/${asked?.id}/refuse`)).status).toBe(409);
});

async function newestKeyToken(email: string): Promise<string> {
  const { rows } = {
    rows: await store
      .database()
      .selectFrom('partnerTokens')
      .select('id')
      .where('purpose', '=', 'pix_key')
      .where('usedAt', 'is', null)
      .execute(),
  };
  expect(rows).toHaveLength(1);
  let token = '';
  await expect
    .poll(async () => {
      const mails = (await store.mailbox()).filter(
        (mail) => mail.to?.[0]?.address === email && /^Confirme sua chave/.test(mail.subject ?? ''),
      );
      token = /chave\?t=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
      return mails.length;
    })
    .toBeGreaterThan(keysConfirmed);
  keysConfirmed += 1;
  return token;
}
let keysConfirmed = 0;
