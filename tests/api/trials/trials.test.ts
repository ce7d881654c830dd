import { describe, expect, test } from 'vitest';
import { TRIAL_ASKED } from '#src/wire/trials/trials.ts';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { buy } from '../../support/purchases/buy.ts';
import { enterAsBuyer, mailTo } from '../../support/purchases/buyers.ts';

const PRODUCT = 'curva-motion';
const PATH = `/api/public/products/${PRODUCT}/trial`;

const store = startStoreForFile();
const visitor = openClientForFile(store);

async function linkTo(email: string): Promise<string> {
  await visitor.post(PATH, { email });
  const { text = '' } = await mailTo(store, email, /^Comece o teste/);
  return /(\/testar\/[\w-]+)/.exec(text)?.[1] ?? '';
}

describe('POST /api/public/products/{id}/trial', () => {
  test('refuses what is no address, no product, or a product that is not tried', async () => {
    const wrong = await visitor.post(PATH, { email: 'ana' });
    expect(wrong.status).toBe(422);
    expect(wrong.json()).toMatchObject({ fields: { email: expect.stringMatching(/^Informe um endereço/) } });
    expect((await visitor.post('/api/public/products/nenhum/trial', { email: 'a@exemplo.com.br' })).status).toBe(404);
    const untried = await visitor.post('/api/public/products/onda-audio/trial', { email: 'a@exemplo.com.br' });
    expect([untried.status, untried.json()]).toEqual([409, expect.objectContaining({ code: 'no_trial' })]);
  });

  test('is begun by its link once, whose page gives the file and no other page does', async () => {
    const email = 'tenta@exemplo.com.br';
    const link = await linkTo(email);
    expect((await visitor.get(link)).text).toContain('Começar o teste');
    const begun = await visitor.post(link);
    expect(begun.status).toBe(303);
    const page = begun.headers.get('location') ?? '';
    expect((await visitor.post(link)).status).toBe(410);
    expect((await visitor.get(link)).text).toContain('Este link não vale mais.');

    const [download = ''] = /\/api\/trials\/[^"]+/.exec((await visitor.get(page)).text) ?? [];
    const file = await visitor.get(download.replaceAll('&amp;', '&'));
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment/)]);
    expect((await visitor.get(page.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);

    await buy(visitor, { productId: 'onda-audio', customerEmail: email });
    const own = (await (await enterAsBuyer(store, email)).get('/minhas-compras')).text;
    expect(own).toContain('Em teste');
    expect(own).toContain('O teste termina em 13 dias');
  });

  test('answers all addresses the same, and no network more than twenty an hour', async () => {
    let last = await visitor.post(PATH, { email: 'tenta@exemplo.com.br' });
    expect([last.status, last.json()]).toEqual([202, { success: true, message: TRIAL_ASKED }]);
    for (let at = 0; at < 20 && last.status === 202; at += 1) {
      last = await visitor.post(PATH, { email: `outra${at}@exemplo.com.br` });
    }
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });
});
