import { expectAccessible } from '../../support/browser/axe.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { buy } from '../../support/purchases/buy.ts';
import { mailTo } from '../../support/purchases/buyers.ts';

const PRODUCT = 'curva-motion';

test(
  'a visitor tries a plugin, buys it, and the same key goes on',
  { tag: '@phone' },
  async ({ page, client, store }, { project }) => {
    const email = `testa-${project.name}@exemplo.com.br`;
    const fingerprint = `computador-de-${project.name}-0001`;
    await page.goto(`/plugins/${PRODUCT}`);
    await page.getByText('Testar por 14 dias').click();
    await page.getByLabel('E-mail para o teste').fill(email);
    await expectAccessible(page, 'the offer of a trial');
    await page.getByRole('button', { name: 'Receber o link do teste' }).click();
    await expect(page.getByRole('status')).toHaveText(/^Olhe o seu e-mail/);
    await expectAccessible(page, 'an asked trial');

    const { text = '' } = await mailTo(store, email, /^Comece o teste de/);
    await page.goto(/https?:\/\/\S+(\/testar\/\S+)/.exec(text)?.[1] ?? '');
    await expect(page.getByText(/começam 14 dias de/)).toBeVisible();
    await expectAccessible(page, 'the link of a trial');
    await page.getByRole('button', { name: 'Começar o teste' }).click();
    await expect(page.getByText(/^Vale até .* \(termina em 13 dias\), em um computador\.$/)).toBeVisible();
    await expectAccessible(page, 'a running trial');
    const key = await page.locator('input[readonly]').inputValue();
    expect((await mailTo(store, email, /^A chave do teste/)).text).toContain(key);
    const arriving = page.waitForEvent('download');
    await page
      .getByRole('link', { name: /MB|KB|Baixar/ })
      .first()
      .click();
    expect((await arriving).suggestedFilename()).toMatch(/\.\w+$/);

    const call = { key, fingerprint, productId: PRODUCT };
    const tried = (await client.post('/api/licenses/activate', call)).json();
    expect(tried).toMatchObject({ valid: true, code: 'activated', trialEndsAt: expect.any(String) });
    await buy(client, { productId: PRODUCT, customerEmail: email });
    const bought = (await client.post('/api/licenses/validate', call)).json();
    expect(bought).toMatchObject({
      valid: true,
      code: 'valid',
      purchasedAt: expect.any(String),
      ticket: expect.any(String),
    });
    expect(bought).not.toHaveProperty('trialEndsAt');
    await page.reload();
    await expect(page.getByText(/^Você comprou: a mesma chave vale sem prazo/)).toBeVisible();
  },
);
