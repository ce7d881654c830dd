import { describe, expect, test } from 'vitest';
import { declineRemindersUrl } from '#src/domain/reminders/decline-reminders.ts';
import { type Recovery, USUAL_RECOVERY } from '#src/wire/reminders/recovery.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';

const store = startStoreForFile();
const owner = loginForFile(store);

describe('the recovery', () => {
  test('is off at first, and is the administrator’s alone', async () => {
    expect((await openClient(store.url).get('/api/admin/recovery')).status).toBe(401);
    const shown = await read();
    expect(shown).toMatchObject({ ...USUAL_RECOVERY, isOn: false, asksWhatsapp: false, updatedAt: null });
    expect(shown.figures).toEqual({ days: 30, reminders: 1, sales: 0, revenue: 'R$ 0,00' });
  });

  test('refuses an unknown variable at its field, and changes nothing', async () => {
    const [first, ...others] = USUAL_RECOVERY.steps;
    const steps = [{ ...first, body: 'Leve com {desconto}' }, ...others];
    const refused = await put({ ...USUAL_RECOVERY, steps });
    expect(refused.status).toBe(422);
    expect(refused.json()).toMatchObject({
      fields: { 'steps[0].body': '{desconto} não existe. Use {nome}, {produto}, {valor} ou {validade}.' },
    });
    expect((await read()).updatedAt).toBeNull();
  });

  test('is saved, and the trail tells what was and what is', async () => {
    const saved = await put({ ...USUAL_RECOVERY, isOn: true, asksWhatsapp: true });
    expect(saved.status).toBe(200);
    const entry = await store
      .database()
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'settings.recovery', fields: '["isOn","asksWhatsapp"]' });
    expect(await put({ ...USUAL_RECOVERY, updatedAt: null }).then(({ status }) => status)).toBe(409);
  });
});

describe('the number of WhatsApp', () => {
  test('is asked for where the owner wants it, kept as E.164, and called from the sale', async () => {
    await put({ ...USUAL_RECOVERY, asksWhatsapp: true });
    expect(await page('/checkout/lote')).toContain('WhatsApp (opcional)');
    const refused = await order({ whatsapp: '123' });
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { fields: { whatsapp: 'WhatsApp inválido: use DDD e número.' } },
    ]);
    const id = await ordered({ whatsapp: '(11) 98765-4321' });
    expect((await owner.get(`/api/admin/purchases/${id}`)).json()).toMatchObject({ whatsapp: '+5511987654321' });
    const opened = await owner.post(`/api/admin/purchases/${id}/whatsapp`, {});
    const { timeline } = opened.json<{ timeline: { event: string; source: string }[] }>();
    expect(timeline).toContainEqual(expect.objectContaining({ event: 'whatsapp_opened', source: 'admin' }));
  });

  test('is neither shown nor kept where he does not', async () => {
    await put({ ...USUAL_RECOVERY, asksWhatsapp: false });
    expect(await page('/checkout/lote')).not.toContain('WhatsApp (opcional)');
    const id = await ordered({ whatsapp: '(11) 98765-4321', customerEmail: 'sem@exemplo.com.br' });
    const row = await store
      .database()
      .selectFrom('purchases')
      .select('whatsapp')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.whatsapp).toBeNull();
    expect((await owner.post(`/api/admin/purchases/${id}/whatsapp`, {})).status).toBe(409);
  });
});

describe('the link that ends reminders', () => {
  test('needs one POST of a mail program, without Origin, session or page', async () => {
    const id = await ordered({ customerEmail: 'clique@exemplo.com.br' });
    const settings = { siteUrl: store.url } as Parameters<typeof declineRemindersUrl>[0]['settings'];
    const { pathname } = new URL(await declineRemindersUrl({ db: store.database(), settings }, id));
    expect(await page(pathname), 'scanners open links').toContain('Não quero lembretes');
    expect(await wantsReminders('clique@exemplo.com.br')).toBe(1);
    const clicked = await fetch(new URL(pathname, store.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([clicked.status, (await clicked.text()).includes('Pronto, sem lembretes')]).toEqual([200, true]);
    expect(await wantsReminders('clique@exemplo.com.br')).toBe(0);
    for (const method of ['GET', 'POST']) {
      expect((await fetch(new URL(`${pathname.slice(0, -2)}zz`, store.url), { method })).status).toBe(404);
    }
  });

  test('a link of the retake that nobody was sent is unknown', async () => {
    for (const method of ['GET', 'POST']) {
      expect((await fetch(new URL(`/retomar/${'x'.repeat(43)}`, store.url), { method })).status).toBe(404);
    }
  });
});

async function read(): Promise<Recovery> {
  return (await owner.get('/api/admin/recovery')).json<Recovery>();
}

async function put(change: object) {
  const { updatedAt } = await read();
  return owner.put('/api/admin/recovery', { updatedAt, ...change });
}

async function page(path: string): Promise<string> {
  return (await openClient(store.url).get(path)).text;
}

function order(change: object) {
  const buyer = {
    customerName: 'Ana Lima',
    customerEmail: 'ana@exemplo.com.br',
    paymentMethod: 'pix',
    productId: 'lote',
  };
  return openClient(store.url).post('/api/payments/create', { ...buyer, ...change });
}

async function ordered(change: object): Promise<string> {
  return (await order(change)).json<{ purchaseId: string }>().purchaseId;
}

async function wantsReminders(email: string): Promise<number> {
  const { wantsReminders: wanted } = await store
    .database()
    .selectFrom('customers')
    .select('wantsReminders')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return wanted;
}
