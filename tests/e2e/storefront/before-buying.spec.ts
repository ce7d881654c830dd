import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, payButton } from '../../support/browser/checkout.ts';

test.use({ readsOnly: true });

const about = (page: Page) => page.getByRole('region', { name: 'Sobre este plugin' });
const play = (page: Page) => about(page).getByRole('button', { name: /^Assistir à demonstração de/ });

test('requirements, contents and demonstration of a plugin are shown before payment', async ({ page }) => {
  await test.step('requirements and contents', async () => {
    await openAlive(page, '/checkout/recorte-ia');
    for (const line of [
      'Máscaras que acompanham pessoas e objetos quadro a quadro, sem rotoscopia e sem tela verde.',
      'Premiere Pro 25 ou mais novo',
      'Windows 10 (64 bits) ou macOS 13 em Apple Silicon',
      '16 GB de memória e 3 GB livres em disco',
      'Chave de ativação na tela e no seu e-mail',
    ]) {
      await expect(about(page).getByText(line)).toBeVisible();
    }
    await expect(about(page).getByRole('link', { name: /veja como/ })).toHaveAttribute(
      'href',
      '/direito-de-arrependimento',
    );
    await expect(play(page)).toHaveCount(0);
    await openAlive(page, '/checkout/grao-16');
    await expect(about(page).getByText('Uso sem chave: é só baixar e instalar')).toBeVisible();
  });

  await test.step('demonstration', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openAlive(page, '/checkout/grade-cinema');
    expect(asked.filter((address) => /\.webm|open-player|play-on-click/.test(address))).toEqual([]);
    await play(page).click();
    const video = about(page).locator('video');
    await expect(video).toHaveAccessibleName('Demonstração de Grade Cinema');
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0);
    await expect(payButton(page)).toBeVisible();
  });
});

test('on a phone the bill names the plugin, and its details are one tap away', { tag: '@phone' }, async ({ page }) => {
  await openAlive(page, '/checkout/recorte-ia');
  const summary = page.getByRole('complementary', { name: 'Resumo do pedido' });
  await expect(summary.getByText('Recorte IA').filter({ visible: true })).toBeVisible();
  await page.getByRole('link', { name: 'Ver detalhes e requisitos do plugin' }).click();
  await expect(about(page).getByRole('heading', { name: 'Sobre este plugin' })).toBeInViewport();
});

test.describe('a demonstration that fails to load', () => {
  test.use({ provokes: /Failed to load resource|vídeo|player|ERR_FAILED|dynamically imported module/ });

  test('on YouTube is requested only after the click', async ({ page }) => {
    const hosts: string[] = [];
    page.on('request', (request) => hosts.push(new URL(request.url()).host));
    await page.route(
      ({ hostname }) => /youtube|ytimg|google/.test(hostname),
      (route) => route.abort(),
    );
    await openAlive(page, '/checkout/curva-motion');
    expect(new Set(hosts).size).toBe(1);
    await play(page).click();
    await expect(about(page).locator('iframe')).toHaveAttribute(
      'src',
      /^https:\/\/www\.youtube-nocookie\.com\/.*autoplay=1/,
    );
  });
});

test('click targets are 44 px high on a desktop too', async ({ page }) => {
  for (const path of ['/', '/checkout/grade-cinema', '/login', '/privacidade']) {
    await openAlive(page, path);
    const small = await page
      .locator('a[href], button, summary, select, input:not([type=hidden])')
      .evaluateAll((elements) =>
        elements.flatMap((element) => {
          const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
          const isText = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
          if (width <= 1 || height <= 1 || !element.checkVisibility() || isText) return [];
          return element.matches('.card-link') || height >= 43.5 ? [] : [element.outerHTML.slice(0, 120)];
        }),
      );
    expect(small, path).toEqual([]);
  }
});
