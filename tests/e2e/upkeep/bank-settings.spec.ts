import type { Locator, Page } from '@playwright/test';
import { compareUntil, atMercadoPago as test } from '../../support/browser/bank-walk.ts';
import { expect } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { freePort } from '../../support/store/free-port.ts';

test.use({ provokes: /Failed to load resource|Falha na chamada/ });

test('shows that the bank is unavailable, and the findings once it responds', async ({ owner }) => {
  await owner.route('**/api/admin/bank', (route) => route.abort());
  await openAlive(owner, '/admin/settings?secao=banco');
  const failure = owner.getByRole('alert').filter({ hasText: 'Erro ao conferir o banco' });
  await expect(failure).toContainText('Confira sua conexão e tente de novo.');
  await expect(findings(owner)).toHaveCount(0);

  await owner.unroute('**/api/admin/bank');
  await failure.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(findings(owner).getByText('Acesso à API')).toBeVisible();
  await expect(failure).toHaveCount(0);

  await owner.route('**/api/admin/bank', (route) => route.abort());
  await owner.getByRole('button', { name: 'Conferir de novo' }).click();
  await expect(failure).toContainText('A lista abaixo é da última conferência.');
  await expect(findings(owner).getByText('Acesso à API')).toBeVisible();
});

test('a reconciliation while the bank is unavailable shows the error and keeps the last one', async ({
  owner,
  store,
}) => {
  await openAlive(owner, '/admin/sales');
  const compare = owner.getByRole('button', { name: 'Conferir agora' });
  await compareUntil(owner, 'Tudo confere');
  // The list, and with it the line, is in order once the button waits for the next click.
  await expect(compare).toBeVisible();
  const line = owner.getByText(/^Última conferência com o banco:/);
  const before = await line.textContent();

  await store.restart({ MERCADOPAGO_API_URL: `http://127.0.0.1:${await freePort()}` });
  await compare.click();
  await expect(toast(owner)).toContainText('Erro ao conferir com o banco');
  await expect(toast(owner)).toContainText('O banco não deu a lista de pagamentos. Tente em alguns minutos.');
  await expect(line).toHaveText(before ?? '');
  await expect(compare).toBeEnabled();
  await store.restart();
});

function findings(page: Page): Locator {
  return page.getByRole('list', { name: 'Conferência do banco' });
}
