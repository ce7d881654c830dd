import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast, waitUntilAlive } from '../../support/browser/checkout.ts';
import { buy } from '../../support/purchases/buy.ts';
import { askForLink } from '../../support/purchases/buyers.ts';

/** The first form is refused. */
test.use({ provokes: /status of 422/ });

let people = 0;

test('a review goes from Minhas compras past the owner’s eyes to the page', { tag: '@phone' }, async ({
  page,
  client,
  store,
}) => {
  const customerEmail = `avalia${++people}@exemplo.com.br`;
  const title = `Rápido ${Date.now()}`;
  await buy(client, { customerName: 'Bia Prado', customerEmail, productId: 'grade-cinema' });
  const { token } = await askForLink(store, customerEmail);
  await page.goto(`/minhas-compras/entrar?t=${token}`);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();

  await test.step('the buyer writes it', async () => {
    await page.getByRole('link', { name: 'Avaliar de Grade Cinema' }).click();
    await page.getByRole('button', { name: 'Enviar avaliação' }).click();
    await expect(page.getByText('Escolha de 1 a 5 estrelas.')).toBeVisible();
    await expectAccessible(page, 'a refused review');
    await page.getByRole('radio', { name: '4 estrelas' }).check();
    await page.getByLabel('Título').fill(title);
    await page.getByRole('textbox', { name: 'Sua avaliação' }).fill('Fecho a cor de um curta em uma tarde.');
    await page.getByRole('button', { name: 'Enviar avaliação' }).click();
    await expect(page.getByText('A loja lê sua avaliação antes de mostrá-la.')).toBeVisible();
  });

  await enter(page, store);
  await test.step('the owner reads, answers and shows it', async () => {
    await openAlive(page, '/admin');
    await page.getByRole('link', { name: 'Ler avaliações' }).click();
    await page.waitForURL(/avaliacoes/);
    await waitUntilAlive(page);
    await page.getByRole('button', { name: `Ações de ${title}, de Bia Prado` }).click();
    await page.getByRole('menuitem', { name: 'Ler e responder...' }).click();
    await expect(page.getByRole('dialog').getByText('Fecho a cor de um curta em uma tarde.')).toBeVisible();
    await page.getByLabel('Sua resposta').fill('Que bom, Bia!');
    await expectAccessible(page, 'the dialog of a review');
    await page.getByRole('button', { name: 'Salvar resposta' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: `Ações de ${title}, de Bia Prado` }).click();
    await page.getByRole('menuitem', { name: 'Mostrar na página' }).click();
    await expect(toast(page)).toContainText('A avaliação está na página');
  });

  await page.goto('/plugins/grade-cinema');
  const review = page.getByRole('article', { name: title });
  await expect(review).toContainText('Bia P.');
  await expect(review).toContainText('Que bom, Bia!');
  await expect(review.getByRole('img', { name: '4 de 5 estrelas' })).toBeVisible();
  await expectAccessible(page, 'a product page with reviews');

  await openAlive(page, `/admin/avaliacoes?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Ações de ${title}, de Bia Prado` }).click();
  await page.getByRole('menuitem', { name: 'Ocultar...' }).click();
  await page.getByRole('button', { name: 'Ocultar', exact: true }).click();
  await expect(page.getByText('Avaliação oculta', { exact: true })).toBeVisible();
  await page.goto('/plugins/grade-cinema');
  await expect(page.getByText(/avaliaç(?:ão oculta|ões ocultas) pela loja/)).toBeVisible();
  await expect(page.getByRole('article', { name: title })).toHaveCount(0);
});
