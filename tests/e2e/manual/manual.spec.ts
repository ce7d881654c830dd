import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';

test.use({ readsOnly: true });

test.beforeEach(({ page, store }) => enter(page, store));

test('an owner finds help from a screen and by the search, and reads on', async ({ page }) => {
  await openAlive(page, '/admin/sales');
  await tabTo(page, page.getByRole('link', { name: 'Ajuda desta tela' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/ajuda\/vendas#encontrar-uma-venda$/);
  await expect(page.getByRole('heading', { name: 'Encontrar uma venda' })).toBeInViewport();

  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Buscar ou ir para' });
  await palette.getByRole('combobox').fill('reembolso');
  const found = palette.getByRole('group', { name: 'Ajuda' }).getByRole('option');
  await expect(found.first()).toContainText('Vendas, reembolso e desistência');
  await found.first().click();
  await expect(page).toHaveURL(/\/admin\/ajuda\/vendas$/);
  await page.getByRole('link', { name: 'Próxima Notas fiscais' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notas fiscais');
});

test('the manual is accessible, and on a phone its pages unfold', { tag: '@every-size' }, async ({
  page,
  isMobile,
}) => {
  await openAlive(page, '/admin/ajuda');
  await expectAccessible(page, 'index of the manual');
  await page.getByRole('main').getByRole('link', { name: 'Problemas' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Problemas');
  await expectAccessible(page, 'page of the manual');
  if (isMobile) await page.getByText('Páginas do manual').click();
  const pages = page.getByRole('navigation', { name: 'Páginas do manual' });
  await expect(pages.getByRole('link', { name: 'Problemas' })).toHaveAttribute('aria-current', 'page');
  await pages.getByRole('link', { name: 'Esqueci a senha' }).click();
  await expect(page.getByRole('heading', { name: 'Esqueci a senha' })).toBeInViewport();
});
