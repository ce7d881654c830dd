import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { login } from '../../support/calls/client.ts';
import { handleAffiliates } from '../../support/purchases/affiliates.ts';
import { buy } from '../../support/purchases/buy.ts';
import { mailTo } from '../../support/purchases/buyers.ts';

test('a partner enters by mail, is paid by Pix, and reads that it came', async ({ page, client, store }) => {
  const owner = await login(store);
  const { makeAffiliate } = handleAffiliates(() => ({ store, owner }));
  const partner = await makeAffiliate({ commissionRate: 30 });
  for (const customerName of ['Bia Nunes', 'Rui Lima']) {
    await buy(client, { productId: 'grade-cinema', couponCode: partner.couponCode, customerName });
  }

  await test.step('enters', async () => {
    await page.goto('/parceiros');
    await page.getByLabel('E-mail de parceiro').fill(partner.email);
    await page.getByRole('button', { name: 'Receber o link de entrada' }).click();
    await expect(page.getByText('o link chega em instantes')).toBeVisible();
    const mail = await mailTo(store, partner.email, /^Seu link de parceiro/);
    await page.goto(/https?:\/\/[^\s]+\/parceiros\/entrar\?t=[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('heading', { name: 'Próximo pagamento' })).toBeVisible();
    await expect(page.getByText('Libera em').first()).toBeVisible();
    await expect(page.getByText(`cupom ${partner.couponCode}`).first()).toBeVisible();
    await expect(page.getByText('Bia Nunes')).toHaveCount(0);
    await expectAccessible(page, 'the partner’s area');
  });

  await test.step('asks to be paid by another key than none', async () => {
    await page.getByLabel('Tipo da chave').selectOption('E-mail');
    await page.getByRole('textbox', { name: 'Chave Pix' }).fill(partner.email);
    await page.getByRole('button', { name: 'Informar a chave' }).click();
    await expect(page.getByText('A chave nova vale depois que você confirmar')).toBeVisible();
    const mail = await mailTo(store, partner.email, /^Confirme sua chave/);
    await page.goto(/https?:\/\/[^\s]+\/parceiros\/chave\?t=[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
    await page.getByRole('button', { name: 'Confirmar a chave' }).click();
    await expect(page.getByText('Sua chave Pix está confirmada.')).toBeVisible();
  });

  await test.step('the owner closes the payment and marks it as paid', async () => {
    const released = { payableAt: new Date(Date.now() - 1_000).toISOString() };
    await store.database().updateTable('affiliateSales').set(released).where('affiliateId', '=', partner.id).execute();
    await enter(page, store);
    await openAlive(page, '/admin/affiliates/payouts');
    await expectAccessible(page, 'payouts before they are closed');
    await page.getByRole('button', { name: 'Fechar pagamentos' }).click();
    await expect(toast(page)).toContainText('Pagamentos fechados');
    await page.getByRole('button', { name: new RegExp(partner.name) }).click();
    const payout = page.getByRole('region', { name: `Pagamento de ${partner.name}` });
    await expect(payout).toContainText('R$ 79,76');
    await expect(payout.getByRole('img', { name: /^QR do Pix/ })).toBeVisible();
    await expectAccessible(page, 'an open payout');
    await payout.getByLabel('Link da nota fiscal (opcional)').fill('https://nfse.exemplo.com.br/1');
    await payout.getByRole('button', { name: 'Marcar como pago' }).click();
    await expect(toast(page)).toContainText('Pagamento marcado como pago');
    await openAlive(page, `/admin/affiliates/${partner.id}`);
    await expect(page.getByText(/^PAG\d{4}, 2 vendas$/)).toBeVisible();
    await expectAccessible(page, 'the page of one partner');
  });

  await test.step('the partner reads it', async () => {
    await page.goto('/parceiros');
    await expect(page.getByText('Recebido em').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Último pagamento' })).toBeVisible();
    await page.getByRole('link', { name: 'Extratos' }).click();
    await page.getByRole('link', { name: 'Ver e imprimir' }).first().click();
    await expect(page.getByText('R$ 79,76').last()).toBeVisible();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByText('Você saiu.')).toBeVisible();
  });
});
