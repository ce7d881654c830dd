import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { holdCalls } from '../../support/calls/calls.ts';

test.use({ readsOnly: true });

test('a store with the sandbox bank says so, and line by line how a real one is set up on the server', async ({
  page,
  store,
}) => {
  await enter(page, store);
  await openAlive(page, '/admin/settings?secao=banco');
  await test.step('a real bank', async () => {
    const lines = page.getByRole('textbox', { name: 'Linhas da configuração' });
    await expect(lines).toHaveValue(/^PAYMENT_PROVIDER=mercadopago\nMERCADOPAGO_ACCESS_TOKEN=\n/);
    await page.getByRole('combobox', { name: 'Banco que vai receber' }).click();
    await page.getByRole('option', { name: 'Efí' }).click();
    await expect(lines).toHaveValue(/^PAYMENT_PROVIDER=pix\nPIX_BANK=efi\nPIX_KEY=\nPIX_CLIENT_ID=\n/);
    await page.getByRole('combobox', { name: 'Como a loja foi instalada' }).click();
    await page.getByRole('option', { name: 'Como serviço (systemd)' }).click();
    const restart = page.getByRole('textbox', { name: 'Comandos que reiniciam a loja' });
    await expect(restart).toHaveValue('sudo systemctl restart corte-final');
    await expectAccessible(page, 'settings of the bank with the steps');
  });

  await test.step('the sandbox', async () => {
    const payments = page.getByRole('region', { name: 'Pagamentos' });
    await expect(payments).toContainText('Esta loja usa o banco de teste');
    await expect(payments).toContainText('Nenhum pagamento é real');
    await expect(payments.getByRole('button', { name: /[Cc]obrança de teste/ })).toHaveCount(0);
    await openAlive(page, '/admin/sales');
    await expect(page.getByRole('button', { name: 'Conferir agora' })).toHaveCount(0);
  });
});

test('the store tells how it is: engine, backlog, processes, and what an erasure reaches', async ({ page, store }) => {
  await enter(page, store);
  const release = await holdCalls(page, '**/api/admin/health');
  await openAlive(page, '/admin/settings?secao=saude');
  const health = page.getByRole('region', { name: 'Saúde' });
  await expect(health.getByRole('status')).toHaveText('Lendo a saúde da loja...');

  release('continue');
  await expect(health.getByRole('status')).toContainText('Tudo em dia');
  await expect(factOf(health, 'Banco de dados')).toHaveText(/^SQLite [\d.]+, em um arquivo$/);
  await expect(factOf(health, 'Tamanho')).toHaveText(/^[\d,]+ MB$/);
  await expect(factOf(health, 'Imagens e arquivos vendidos')).toHaveText('Em uma pasta do servidor');
  await expect(factOf(health, 'Último backup')).toHaveText('Nenhum ainda. Veja Backup');
  await expect(factOf(health, 'E-mails a enviar')).toHaveText(/^(?:Nada esperando|Em dia)$/);
  const processes = health.getByRole('list', { name: '1 processo aberto' });
  await expect(processes.getByRole('listitem')).toContainText('cuida das tarefas automáticas');
  await expect(health).toContainText('sai na hora do banco de dados, do diário dele e do registro da loja');
  await expectAccessible(page, 'settings with the health');
});

test.describe('while the store cannot tell how it is', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });

  test('says so, and reads again on request', async ({ page, store }) => {
    await enter(page, store);
    await page.route(/\/api\/admin\/(?:health|readiness)$/, (route) => route.abort());
    await openAlive(page, '/admin/settings?secao=saude');
    const health = page.getByRole('region', { name: 'Saúde' });
    await expect(health.getByRole('alert')).toContainText('Erro ao ler a saúde da loja');

    const ready = page.getByRole('region', { name: 'Pronto para vender' });
    await expect(ready.getByRole('alert')).toContainText('Não foi possível conferir o que falta');
    await expect(ready).not.toContainText('de 8');

    await page.unroute(/\/api\/admin\/(?:health|readiness)$/);
    await health.getByRole('button', { name: 'Tentar novamente' }).press('Enter');
    await expect(health.getByRole('status')).toContainText('Tudo em dia');
    await expect(health.getByRole('alert')).toHaveCount(0);
    await ready.getByRole('button', { name: 'Tentar novamente' }).press('Enter');
    await expect(ready).toContainText('de 8');
  });
});

function factOf(health: Locator, name: string): Locator {
  return health.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
}
