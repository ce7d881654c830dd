import { expectAccessible } from '../../support/browser/axe.ts';
import { enterAlone } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';

test('an invited hand comes in by the link, works at a limited desk, and is gone when removed', async ({
  page,
  store,
  browser,
}) => {
  const email = `suporte-${Date.now()}@loja.test`;
  await enterAlone(page, store);

  const link = await test.step('the owner invites', async () => {
    await openAlive(page, '/admin/settings?secao=equipe&convidar=1');
    const drawer = page.getByRole('dialog', { name: 'Convidar' });
    await drawer.getByLabel('E-mail').fill(email);
    await drawer.getByRole('radio', { name: /Suporte/ }).check();
    await expect(drawer.getByText('Devolver dinheiro')).toBeVisible();
    await expectAccessible(page, 'the drawer of an invitation');
    await drawer.getByRole('button', { name: 'Enviar convite' }).click();
    await expect(toast(page)).toContainText('Convite enviado');
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Suporte');
    await expectAccessible(page, 'the team');
    const linkIn = async () => {
      const mail = (await store.mailbox()).find(({ to }) => to?.[0]?.address === email);
      return /\/conta\/convite\?t=[\w-]+/.exec(mail?.text ?? '')?.[0];
    };
    await expect.poll(linkIn).toBeTruthy();
    return (await linkIn()) ?? '';
  });

  const context = await browser.newContext({ baseURL: store.url });
  const hand = await context.newPage();
  await test.step('the invited makes an account', async () => {
    await hand.goto(link);
    await expect(hand.getByRole('heading', { level: 1 })).toContainText('Entrar na equipe');
    await expectAccessible(hand, 'the page of an invitation');
    await hand.getByLabel('Seu nome').fill('Davi Rocha');
    await hand.getByLabel('Senha', { exact: true }).fill('uma frase bem comprida 7');
    await hand.getByRole('button', { name: 'Entrar na equipe' }).click();
    await expect(hand).toHaveURL(/\/admin$/);
  });

  await test.step('the desk has what support may do', async () => {
    const menu = hand.getByRole('navigation', { name: 'Áreas do painel' }).first();
    await expect(menu.getByRole('link')).toHaveText([/^Dashboard/, /^Vendas/, /^Clientes/, /^Ajuda/]);
    await openAlive(hand, '/admin/sales');
    await expect(hand.getByRole('heading', { name: 'Vendas', level: 1 })).toBeVisible();
    await expect(hand.getByRole('link', { name: 'Exportar CSV' })).toBeHidden();
    const refused = await hand.goto('/admin/settings?secao=banco');
    expect(refused?.status()).toBe(403);
    await expect(hand.getByRole('heading', { name: 'Seu papel não abre esta tela' })).toBeVisible();
    await expectAccessible(hand, 'a page that the role does not open');
  });

  await test.step('the owner removes the hand', async () => {
    await openAlive(page, '/admin/settings?secao=equipe');
    await page.getByRole('button', { name: 'Ações de Davi Rocha' }).click();
    await page.getByRole('menuitem', { name: 'Remover da equipe...' }).click();
    await page.getByRole('button', { name: 'Remover', exact: true }).click();
    await expect(toast(page)).toContainText('Pessoa removida');
    await hand.goto('/admin/sales');
    await expect(hand).toHaveURL(/\/login/);
    await context.close();
  });
});
