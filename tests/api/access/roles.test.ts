import { beforeAll, describe, expect, test } from 'vitest';
import type { TokenCreated } from '#src/wire/access/api-tokens.ts';
import { PAGE_ALLOWS } from '#src/wire/access/page-access.ts';
import { type Allowed, can, ROLE_NAMES, ROLES, type Role } from '#src/wire/access/roles.ts';
import { INVITATIONS_PATH, TEAM_PATH } from '#src/wire/access/team.ts';
import { HIDDEN_KEY } from '#src/wire/keys/key-list.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import { type DeclaredCall, listDeclaredCalls } from '../../support/api-document/calls.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { loginTeam } from '../../support/calls/team.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { mailTo } from '../../support/purchases/buyers.ts';

const store = startStoreForFile({ ADMIN_GATES: 'enforce' });
const owner = loginForFile(store);
const visitor = openClientForFile(store);
let team: Record<Role, Client>;

beforeAll(async () => {
  team = await loginTeam(store);
});

/** No call that is allowed does anything: what it may do is judged before what it must not bring along. */
const UNREAD = { 'if-match': '"x"', 'content-type': 'application/json' };
const send = async (client: Client, { method, path }: Pick<DeclaredCall, 'method' | 'path'>) => {
  const address = path.replace(/\{\w+\}/g, 'nao-existe');
  const response = await client.fetch(address, { method, headers: UNREAD, body: method === 'GET' ? null : '{' });
  const text = await response.text();
  const code: unknown = text.startsWith('{') ? JSON.parse(text).code : null;
  return { status: response.status, code };
};

describe('each call of the back-office', () => {
  test('says what a role must be able to do, and asks it of every role and of strangers', async () => {
    const calls = (await listDeclaredCalls()).filter(({ declaration }) => declaration.access === 'admin');
    expect(calls.length).toBeGreaterThan(210);
    const wrong: unknown[] = [];
    for (const call of calls) {
      const allow = call.declaration.allow as Allowed;
      const stranger = await send(openClient(store.url), call);
      if (stranger.status !== 401) wrong.push([call.method, call.path, 'stranger', stranger]);
      for (const role of ROLE_NAMES) {
        const { status, code } = await send(team[role], call);
        const isRefused = status === 403 && code === 'role_forbidden';
        // A gate and the step-up come after the role.
        const isReached = ['if_match_unread', 'gate_required', 'confirm_identity', 'malformed_body'].includes(
          String(code),
        );
        if (can(role, allow) ? !isReached : !isRefused) wrong.push([call.method, call.path, role, status, code]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('is under the addresses that ask for a session, and no other is', async () => {
    const declared = await listDeclaredCalls();
    const under = declared.filter(({ path }) => path.startsWith('/api/admin/') || path === '/api/upload');
    // A script calls it with a password of its own.
    const others = under.filter(({ declaration }) => declaration.access !== 'admin').map(({ path }) => path);
    expect(others).toEqual(['/api/admin/backups/external']);
    const admins = declared.filter(({ declaration }) => declaration.access === 'admin');
    expect(admins.filter((call) => !under.includes(call))).toEqual([]);
    expect(admins.filter(({ declaration }) => !declaration.allow)).toEqual([]);
  });

  test('that is no endpoint asks the role, too', async () => {
    for (const role of ROLE_NAMES) {
      const upload = await team[role].fetch(TRANSFER_PATH, { method: 'POST', headers: { 'tus-resumable': '1.0.0' } });
      const said = JSON.parse((await upload.text()) || '{}').code;
      expect([role, said]).toEqual([role, can(role, 'writeProducts') ? 'gate_required' : 'role_forbidden']);
      const told = await team[role].post('/api/admin/backups/external');
      expect([role, told.status]).toEqual([role, can(role, 'settings') ? 200 : 403]);
    }
  });
});

describe('each page of the back-office', () => {
  test('opens to the roles that it asks for, and tells the others what their role is', async () => {
    const wrong: unknown[] = [];
    for (const [route, allow] of Object.entries(PAGE_ALLOWS)) {
      const address = route.replace('[...path]', 'nao-existe').replace(/\[\w+\]/g, 'nao-existe');
      const stranger = await openClient(store.url).get(address);
      if (stranger.headers.get('location') !== '/login') wrong.push([route, 'stranger', stranger.status]);
      for (const role of ROLE_NAMES) {
        const { status, text } = await team[role].get(address);
        const isRefused =
          status === 403 && text.includes('Seu papel não abre esta tela') && text.includes(ROLES[role].name);
        const isSaid = route === '/admin/sem-acesso';
        if (isRefused === (can(role, allow) && !isSaid) || status >= 500) wrong.push([route, role, status]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('of the own account is for all, and the settings are for owners', async () => {
    for (const role of ROLE_NAMES) {
      const statusOf = async (address: string) => (await team[role].get(address)).status;
      const others = can(role, 'settings') ? 200 : 403;
      expect([role, await statusOf('/admin/conta'), await statusOf('/admin/settings?secao=equipe')]).toEqual([
        ...[role, 200, others],
      ]);
    }
  });

  test('names in its menu what the role opens', async () => {
    const { text } = await team.support.get('/admin');
    expect(text).toContain('Precisa de você');
    expect(text).not.toMatch(/href="\/admin\/(audit|activation-keys|products|affiliates|analytics|integracoes)/);
    expect(text).not.toContain('Exportar CSV');
  });
});

describe('what a role reads', () => {
  let saleId: string;
  let key: string;

  beforeAll(async () => {
    const sale = await buy(visitor, {
      productId: 'lote',
      customerName: 'Marina Costa',
      customerEmail: 'marina@loja.test',
    });
    saleId = sale.id;
    key =
      JSON.stringify((await visitor.get(`/api/payments/license/${saleId}`)).json()).match(
        /CF-[A-Z0-9-]+|[A-Z0-9]{4}(?:-[A-Z0-9]{4})+/,
      )?.[0] ?? '';
  });

  test.each(['support', 'finance'] as const)('%s sees addresses and no key, wherever a sale is shown', async (role) => {
    const { items } = (await team[role].get('/api/admin/customers?page=1&q=marina')).json<Page<{ id: string }>>();
    const customerId = items[0]?.id ?? '';
    const reads = [
      `/api/admin/purchases/${saleId}`,
      `/api/admin/purchases?page=1`,
      `/api/admin/customers/${customerId}`,
      `/api/admin/customers/${customerId}/keys`,
      `/admin/sales?id=${saleId}`,
      `/admin/customers/${customerId}`,
      ...(role === 'finance' ? ['/api/admin/purchases/export.csv', `/api/admin/customers/${customerId}/export`] : []),
    ];
    for (const address of reads) {
      const { status, text } = await team[role].get(address);
      expect([address, status]).toEqual([address, 200]);
      expect(text, address).not.toContain(key);
      // It opens the page of the buyer, which shows the key.
      expect(text, address).not.toContain(saleId);
    }
    const [listed] = (await team[role].get('/api/admin/purchases?page=1&q=marina')).json<Page<{ id: string }>>().items;
    const name = listed?.id ?? '';
    for (const address of [`/api/payments/license/${name}`, `/purchase/success/${name}`]) {
      expect([address, (await visitor.get(address)).status]).toEqual([address, 404]);
    }
    for (const client of [team[role], owner]) {
      expect((await client.get(`/api/admin/purchases/${name}`)).json()).toMatchObject({ customerName: 'Marina Costa' });
      expect((await client.get(`/admin/sales?id=${name}`)).text).toContain('Marina Costa');
    }
    const planned = await team[role].get(`/api/admin/purchases/notify?ids=${name}`);
    const sent = await team[role].post('/api/admin/purchases/resend-email', { ids: [name] });
    expect([planned.status, sent.json()]).toMatchObject([200, { changed: 1, refused: [] }]);
    expect((await team[role].get(reads[0] ?? '')).text).toContain(HIDDEN_KEY);
    expect((await team[role].get(reads[0] ?? '')).text).toContain('marina@loja.test');
    expect(key.length).toBeGreaterThan(8);
    expect((await team.manager.get(reads[0] ?? '')).text).toContain(key);
    const resent = await team[role].post(`/api/admin/purchases/${saleId}/resend-email`);
    expect([resent.status, resent.text.includes(key)]).toEqual([200, false]);
  });

  test('support releases computers, which no gate stands before, and changes no limit', async () => {
    const sale = (await team.support.get(`/api/admin/purchases/${saleId}`)).json<{ key: { id: string } }>();
    const path = `/api/admin/activation-keys/${sale.key.id}`;
    expectStatus(await team.support.get(`${path}/machines`), 200);
    expectStatus(await team.support.post(`${path}/release`, {}), 200);
    expectStatus(await team.support.put(`${path}/limit`, { limit: 9 }), 403);
    const gate = await team.support.post('/api/admin/gates/activation-keys', { password: store.gatePassword });
    expect(gate.json()).toMatchObject({ code: 'role_forbidden' });
  });
});

describe('a role that changes', () => {
  test('counts from the next call of a session that was stolen before', async () => {
    const stolen = openClient(store.url);
    for (const [name, value] of team.manager.cookies) stolen.cookies.set(name, value);
    expectStatus(await stolen.get('/api/admin/coupons?page=1'), 200);
    const stream = await stolen.fetch('/api/admin/events');
    expect(stream.status).toBe(200);

    expectStatus(await owner.put(`${TEAM_PATH}/of-manager`, { role: 'content' }), 200);

    expect((await stolen.get('/api/admin/coupons?page=1')).json()).toMatchObject({ code: 'role_forbidden' });
    expect((await stolen.get('/admin/sales')).status).toBe(403);
    // The stream ends with the next event, instead of telling it.
    await buy(visitor, { productId: 'lote', customerEmail: 'depois@loja.test' });
    expect(await stream.text()).not.toContain('depois@loja.test');
    expectStatus(await owner.put(`${TEAM_PATH}/of-manager`, { role: 'manager' }), 200);
  });

  test('bounds the tokens that the person made', async () => {
    expectStatus(await owner.put(`${TEAM_PATH}/of-content`, { role: 'owner' }), 200);
    const form = { name: 'planilha', scopes: ['sales:read', 'products:read'] };
    const { token } = expectStatus(await team.content.post('/api/admin/tokens', form), 201).json<TokenCreated>();
    const callBy = (path: string) => openClient(store.url).get(path, { authorization: `Bearer ${token}` });
    expectStatus(await callBy('/api/admin/purchases?page=1'), 200);
    expectStatus(await owner.put(`${TEAM_PATH}/of-content`, { role: 'content' }), 200);
    expect((await callBy('/api/admin/purchases?page=1')).json()).toMatchObject({ code: 'role_forbidden' });
    expectStatus(await callBy('/api/admin/products?page=1'), 200);
  });

  test('is over at once when the person is removed', async () => {
    expectStatus(await owner.delete(`${TEAM_PATH}/of-finance`), 200);
    expectStatus(await team.finance.get('/api/admin/attention'), 401);
    expect((await team.finance.get('/admin')).headers.get('location')).toBe('/login');
  });
});

describe('the link of an invitation', () => {
  test('shows a form without a script, makes the account once, and says afterwards that it was used', async () => {
    expectStatus(await owner.post(INVITATIONS_PATH, { email: 'nova@loja.test', role: 'content' }), 201);
    const mail = await mailTo(store, 'nova@loja.test', /./);
    const link = /https?:\/\/\S+(\/conta\/convite\?t=[\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    const page = await visitor.get(link);
    expect([page.status, page.text.includes('nova@loja.test'), page.text.includes('Conteúdo')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const token = new URL(link, store.url).searchParams.get('t') ?? '';
    const post = (fields: Record<string, string>) => {
      const client = openClient(store.url);
      return client.fetch('/conta/convite', {
        method: 'POST',
        headers: { origin: store.url },
        body: new URLSearchParams({ t: token, ...fields }),
      });
    };
    expect((await post({ name: 'Nova', password: 'curta' })).status).toBe(422);
    const made = await post({ name: 'Nova Pessoa', password: 'uma frase bem comprida' });
    expect([made.status, made.headers.get('location')]).toEqual([303, '/admin']);
    const used = await visitor.get(link);
    expect([used.status, used.text.includes('já foi usado')]).toEqual([410, true]);
    expect((await post({ name: 'Outra', password: 'uma frase bem comprida' })).status).toBe(410);
  });

  test('that nobody sent is told nothing of', async () => {
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      const { status, text } = await visitor.get(`/conta/convite?t=${token}`);
      expect([status, text.includes('não vale')]).toEqual([404, true]);
    }
  });
});
