import { describe, expect, test } from 'vitest';
import type { Page } from '#src/wire/lists/lists.ts';
import { HIDING_REASONS, type ListedReview, REVIEW_TEXTS, reviewPath } from '#src/wire/reviews/reviews.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { expectStatus } from '../../support/purchases/buy.ts';
import { actAsBuyers, enterAsBuyer } from '../../support/purchases/buyers.ts';

const PATH = '/api/admin/reviews';
const MARKUP = '<script>alert("oi")</script><img src=x onerror=alert(1)> & [link](https://mal.test)';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);

const { nextAddress, buyAs } = actAsBuyers(() => ({ visitor, owner }));
const TEXT = { rating: '5', title: 'Muito bom', body: 'Faz o que a página promete.', showsName: 'on' };

async function buyer(productId: string) {
  const email = nextAddress();
  const { id } = await buyAs(email, productId);
  const client = await enterAsBuyer(store, email);
  const post = async (fields: Record<string, string>, itemId = id) => {
    const response = await client.fetch(reviewPath(itemId), { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
  return { id, client, post };
}

const find = async (q: string) =>
  expectStatus(await owner.get(`${PATH}?q=${encodeURIComponent(q)}`), 200).json<Page<ListedReview>>().items;

describe('the form of a review', () => {
  test('keeps what was typed, and says what is wrong with it', async () => {
    const { post } = await buyer('grao-16');
    const refused = await post({ intent: 'write', rating: '', title: MARKUP.slice(0, 80), body: 'curto' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(REVIEW_TEXTS.rating);
    expect(refused.text).toContain(REVIEW_TEXTS.body);
    expect(refused.text).toContain('value="&lt;script&gt;');
    expect(refused.text).not.toContain('<script>alert');
  });

  test('belongs to the buyer alone', async () => {
    const ana = await buyer('grao-16');
    const bia = await buyer('grao-16');
    expect((await bia.post({ intent: 'write', ...TEXT }, ana.id)).status).toBe(404);
    const response = await visitor.get(reviewPath(ana.id));
    expect([response.status, response.headers.get('location')]).toEqual([303, '/minhas-compras?aviso=entre']);
  });

  test('takes so many an hour', async () => {
    const { post } = await buyer('grao-16');
    for (let turn = 0; turn < 20; turn += 1) await post({ intent: 'withdraw' });
    expect((await post({ intent: 'write', ...TEXT })).location).toBe('/minhas-compras?aviso=limite');
  });
});

describe('a review on its way to the page', () => {
  test('is text wherever it is shown, with the answer, and comes and goes with the owner’s decision', async () => {
    const { post } = await buyer('transita');
    const page = async () => (await visitor.get('/plugins/transita')).text;
    const typed = { ...TEXT, title: 'Fácil de usar', body: MARKUP };
    expect((await post({ intent: 'write', ...typed })).location).toBe('/minhas-compras?aviso=avaliacao-enviada');
    const [review] = await find('FACIL de');
    expect(review).toMatchObject({ state: 'pending', body: MARKUP, customerName: 'Pessoa de Teste' });
    const { id = '', writtenAt = '' } = review ?? {};
    expect(await page()).not.toContain('Fácil de usar');

    expectStatus(await owner.post(`${PATH}/${id}/show`, { writtenAt }), 200);
    expectStatus(await owner.put(`${PATH}/${id}/answer`, { answer: `Obrigada! ${MARKUP}` }), 200);
    await expect.poll(page).toContain('Pessoa T.');
    const shown = await page();
    expect(shown).toContain('Obrigada! &lt;script&gt;');
    expect(shown).not.toMatch(/<script>alert|<img src=x|href="https:\/\/mal\.test/);
    expect(shown).not.toContain('AggregateRating');

    const vague = await owner.post(`${PATH}/${id}/hide`, { writtenAt, reason: 'não gostei' });
    expect(expectStatus(vague, 422).json()).toMatchObject({ fields: { reason: 'Escolha o motivo.' } });
    expectStatus(await owner.post(`${PATH}/${id}/hide`, { writtenAt, reason: 'other_product' }), 200);
    await expect.poll(page).toContain('1 avaliação oculta pela loja');
    expect(await page()).not.toContain('Fácil de usar');

    const stale = await owner.post(`${PATH}/${id}/show`, { writtenAt: '2020-01-01T00:00:00.000Z' });
    expect(expectStatus(stale, 409).json()).toMatchObject({ code: 'review_rewritten' });
    const csv = (await owner.get(`${PATH}/export.csv?state=hidden`)).text;
    expect(csv).toContain(HIDING_REASONS.other_product);
    const trail = (await owner.get('/api/admin/audit?pageSize=5')).text;
    for (const action of ['show_review', 'answer_review', 'hide_review']) expect(trail).toContain(`product.${action}`);
  });

  test('has its average in the page and in the structured data alike, from the fifth on', async () => {
    const { text } = await visitor.get('/plugins/grade-cinema');
    expect(text).toContain('Média de 4,3 em 5');
    expect(text).toContain('"ratingValue":"4.3","reviewCount":6');
    const few = (await visitor.get('/plugins/lote')).text;
    expect(few).toContain('Exporto a série inteira de uma vez');
    expect(few).not.toMatch(/AggregateRating|Média de/);
  });

  test('is nobody’s but the owner’s to list and decide', async () => {
    expect((await visitor.get(PATH)).status).toBe(401);
    expect((await visitor.get(`${PATH}/export.csv`)).status).toBe(401);
    expect((await visitor.post(`${PATH}/x/show`, { writtenAt: '' })).status).toBe(401);
    expect((await owner.put(`${PATH}/x/answer`, { answer: 'Oi' })).status).toBe(404);
  });
});
