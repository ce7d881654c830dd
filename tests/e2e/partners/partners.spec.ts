import type { PartnerApplication } from '#src/wire/partners/partners.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { login } from '../../support/calls/client.ts';
import { handleAffiliates } from '../../support/purchases/affiliates.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, provokes: /status of 4\d\d/ });

  test('somebody asks to be a partner, enters and gives a key by forms alone', async ({ page, client, store }) => {
    const owner = await login(store);
    const change = { values: { partnerSignUps: 'on' }, before: { partnerSignUps: 'off' } };
    expectStatus(await owner.put('/api/admin/settings/affiliates', change), 200);
    const email = 'nina@canal-da-nina.com.br';

    await test.step('asks', async () => {
      await page.goto('/parceiros');
      await page.getByRole('link', { name: 'Peça para divulgar a loja' }).click();
      await page.getByLabel('Nome').fill('Nina Reis');
      await page.getByLabel('E-mail').fill(email);
      // Browsers without scripts still judge lengths; a program does not.
      const plan = page.getByLabel('Como você vai divulgar');
      await plan.evaluate((area) => area.removeAttribute('minlength'));
      await plan.fill('Canal');
      await page.getByRole('button', { name: 'Enviar pedido' }).click();
      await expect(plan).toHaveAccessibleDescription(/Conte em 20 a 500 caracteres/);
      await expect(page.getByLabel('Nome')).toHaveValue('Nina Reis');
      await plan.fill('Canal de edição com 40 mil pessoas.');
      await page.getByRole('button', { name: 'Enviar pedido' }).click();
      await expect(page.getByText('Recebemos o seu pedido.')).toBeVisible();
    });

    const [asked] = (await owner.get('/api/admin/partner-applications')).json<PartnerApplication[]>();
    const terms = { commissionRate: '10', couponCode: 'NINA10' };
    expectStatus(await owner.post(`/api/admin/partner-applications/${asked?.id}/accept`, terms), 201);
    await buy(client, { productId: 'grade-cinema', couponCode: 'NINA10' });

    await test.step('enters', async () => {
      await page.goto('/parceiros');
      await page.getByLabel('E-mail de parceiro').fill(email);
      await page.getByRole('button', { name: 'Receber o link de entrada' }).click();
      const mail = await mailTo(store, email, /^Seu link de parceiro/);
      await page.goto(/https?:\/\/[^\s]+\/parceiros\/entrar\?t=[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await expect(page.getByRole('textbox', { name: 'Seu link' })).toHaveValue(/\/a\/nina10$/);
      await expect(page.getByRole('button', { name: 'Copiar link' })).toBeHidden();
      await page.getByText('QR do link').click();
      await expect(page.getByRole('img', { name: 'QR que leva à loja pelo seu link' })).toBeVisible();
      await expect(page.getByText('cupom NINA10')).toBeVisible();
    });

    await test.step('gives a key, after one that is none', async () => {
      await page.getByLabel('Tipo da chave').selectOption('CPF');
      await page.getByRole('textbox', { name: 'Chave Pix' }).fill('111.444.777-36');
      await page.getByRole('button', { name: 'Informar a chave' }).click();
      await expect(page.getByText('Esta chave não é um CPF válido.')).toBeVisible();
      await page.getByRole('textbox', { name: 'Chave Pix' }).fill('111.444.777-35');
      await page.getByRole('button', { name: 'Informar a chave' }).click();
      const mail = await mailTo(store, email, /^Confirme sua chave/);
      await page.goto(/https?:\/\/[^\s]+\/parceiros\/chave\?t=[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
      await page.getByRole('button', { name: 'Confirmar a chave' }).click();
      await expect(page.getByText('Sua chave Pix está confirmada.')).toBeVisible();
    });

    await test.step('leaves', async () => {
      await page.getByRole('button', { name: 'Sair' }).click();
      await expect(page.getByText('Você saiu.')).toBeVisible();
    });
  });
});
