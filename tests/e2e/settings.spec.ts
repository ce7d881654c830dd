import { expectAccessible } from '../support/axe.ts';
import { enter } from '../support/back-office.ts';
import { expect, test } from '../support/browser-fixture.ts';
import { openAlive } from '../support/checkout.ts';

test.use({ readsOnly: true });

test('a store with the sandbox bank says so, and offers no test charge', async ({ page, store }) => {
  await enter(page, store);
  await openAlive(page, '/admin/settings');
  const payments = page.getByRole('region', { name: 'Pagamentos' });
  await expect(payments).toContainText('Esta loja usa o banco de teste');
  await expect(payments).toContainText('Nenhum pagamento é real');
  await expect(payments.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'settings with the sandbox');
  await openAlive(page, '/admin/sales');
  await expect(page.getByRole('button', { name: 'Conferir agora' })).toHaveCount(0);
});
