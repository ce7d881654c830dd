import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { makeProduct, photograph, productDialog, productField } from '../../support/browser/product-screen.ts';

const MEDIA = ['looks', 'rodas'].map((name) => ({ address: `/demo/grade-cinema-${name}.webp`, alt: `Painel ${name}` }));

test('the owner writes the page of a product, and visitors read it', async ({ page, store }) => {
  const name = 'Página Inteira';
  await passGate(page, store, 'products');
  const { id } = await makeProduct(page, { name, media: MEDIA });
  await openAlive(page, `/admin/products?id=${id}&aba=pagina`);
  const dialog = productDialog(page);

  await test.step('errors stand at their fields', async () => {
    await productField(page, 'Endereço da página').fill('Página Inteira');
    await dialog.getByRole('button', { name: 'Adicionar pergunta' }).click();
    await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(productField(page, 'Endereço da página')).toBeFocused();
    await expect(dialog.getByText('Use letras minúsculas sem acento')).toBeVisible();
    await expect(dialog.getByText('Escreva a pergunta, com até 120 caracteres.')).toBeVisible();
    await expectAccessible(page, 'page tab');
  });

  await test.step('the page is saved, with the pictures in another order', async () => {
    await productField(page, 'Endereço da página').fill('pagina-toda');
    await productField(page, 'Frase de apresentação').fill('Tudo sobre um plugin');
    await productField(page, 'O que faz').fill('Faz **muito**.');
    await productField(page, 'Pergunta 1').fill('Funciona?');
    await productField(page, 'Resposta 1').fill('Sempre.');
    await dialog.getByRole('button', { name: 'Descer imagem 1' }).click();
    await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(toast(page)).toContainText('Produto atualizado');
  });

  await test.step('and the editors after it, in the same window', async () => {
    await dialog.getByRole('tab', { name: 'Compatibilidade' }).click();
    await dialog.getByRole('button', { name: 'Adicionar editor' }).click();
    await productField(page, 'A partir da versão').fill('25');
    await dialog.getByLabel('Windows').check();
    await expectAccessible(page, 'compatibility tab');
    await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(toast(page)).toContainText('Produto atualizado');
  });

  await page.goto('/plugins/pagina-toda');
  await expect(page.getByText('Tudo sobre um plugin')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Premiere Pro' })).toContainText('25');
  const clips = page.getByRole('link', { name: /^(?:Capa|Painel)/ });
  await expect(clips).toHaveText(['Capa', 'Painel rodas', 'Painel looks']);
  await clips.nth(2).press('Enter');
  await expect(clips.nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('img', { name: 'Painel looks' })).toBeInViewport();
  await page.getByText('Funciona?').click();
  await expect(page.getByText('Sempre.')).toBeVisible();
});

test('pictures are pasted and dropped into the text, and compared in the gallery', async ({ page, store }) => {
  const name = 'Texto com Imagens';
  await passGate(page, store, 'products');
  const { id, slug } = await makeProduct(page, { name, media: MEDIA.slice(0, 1) });
  await openAlive(page, `/admin/products?id=${id}&aba=pagina`);
  const dialog = productDialog(page);
  const text = productField(page, 'O que faz');
  const { buffer } = await photograph(64, 36);
  const bytes = [...buffer];

  await text.fill('Começo');
  for (const how of ['paste', 'drop'] as const) {
    await give(text, how, bytes);
    await expect(text).toHaveValue(
      new RegExp(`^Começo(\\n\\n!\\[Descreva a imagem\\]\\(/uploads/\\S+\\)){${how === 'paste' ? 1 : 2}}$`),
    );
  }
  const written = await text.inputValue();
  await text.fill(`${written}\n\n### Título da coluna`);
  await productField(page, 'Legenda da imagem 1').fill('Looks');
  await dialog
    .getByLabel('Comparar com uma imagem de antes: imagem 1')
    .setInputFiles({ name: 'antes.jpg', mimeType: 'image/jpeg', buffer });
  await expect(dialog.getByRole('button', { name: 'Sem comparação' })).toBeVisible();
  await expectAccessible(page, 'a compared picture');
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(toast(page)).toContainText('Produto atualizado');

  await page.goto(`/plugins/${slug}`);
  await expect(page.getByRole('slider', { name: 'Antes e depois: Painel looks' })).toBeVisible();
  const column = page.locator('.columns > div');
  await expect(column.getByRole('heading', { name: 'Título da coluna' })).toBeVisible();
  await expect(column.getByRole('img')).toHaveCount(1);
});

/** Gives it as the clipboard or a drag does. */
function give(field: Locator, how: 'paste' | 'drop', bytes: number[]): Promise<void> {
  return field.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given.bytes)], 'tela.jpg', { type: 'image/jpeg' }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      );
    },
    { how, bytes },
  );
}

test("a product's page is accessible", { tag: '@every-size' }, async ({ page }) => {
  await page.goto('/plugins/grade-cinema');
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await expectAccessible(page, 'product page');
  await page.goto('/plugins/grade-cinema/versoes');
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveCount(3);
  await expectAccessible(page, 'all versions');
});

test.describe('on a phone', { tag: '@phone' }, () => {
  test('the buy bar comes once the button has left the screen, and a coupon goes along', async ({ page }) => {
    await page.goto('/plugins/grade-cinema?cupom=EDITA10');
    const bar = page.locator('[data-buy-bar]');
    await page.locator('#comprar').scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.locator('#relacionados').scrollIntoViewIfNeeded();
    await expect(bar).toBeVisible();
    await bar.getByRole('button').click();
    await expect(page).toHaveURL(/\/checkout\/grade-cinema\?cupom=EDITA10$/);
  });

  test('the buy bar comes after a jump over the button too', async ({ page }) => {
    await page.goto('/plugins/grade-cinema');
    const bar = page.locator('[data-buy-bar]');
    const jumpTo = (place: number) => page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), place);
    // The space lies above the button, below the screen: a long way down passes it without ever showing it.
    await page.locator('[data-buy-place]').evaluate((place) => {
      const distance = document.createElement('div');
      distance.style.height = '3000px';
      place.before(distance);
    });
    await jumpTo(0);
    await expect(bar).toBeHidden();
    await jumpTo(100_000);
    await expect(bar).toBeVisible();
    await jumpTo(0);
    await expect(bar).toBeHidden();
  });
});
