import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { feature } from '../../support/browser/variant.ts';

const play = (page: Page) => page.getByRole('button', { name: /^Assistir à demonstração de/ });
const notice = (page: Page) => page.locator('#notice');
const NOT_LOADED = 'Tente recarregar a página ou entrar em contato com o suporte.';

test.describe('a local video', () => {
  test('loads and plays only after the click', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(asked.filter((address) => /\.webm|open-player|react/i.test(address))).toEqual([]);
    await expect(page.locator('video')).toHaveCount(0);

    await play(page).click();
    const video = page.locator('video');
    await expect(video).toHaveAttribute('src', '/uploads/grade-cinema.webm');
    await expect(video).toHaveAccessibleName('Demonstração de Grade Cinema');
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0);
    await expect(play(page)).toBeHidden();
    await expect(notice(page)).toBeEmpty();
  });

  test.describe('that fails', () => {
    test.use({ provokes: /Failed to load resource|vídeo|player|ERR_FAILED|dynamically imported module/ });

    test('because it or its player cannot be loaded: shows the error, and can be retried', async ({ page }) => {
      await test.step('the video', async () => {
        await page.route('**/*.webm', (route) => route.abort());
        await page.goto('/');
        await play(page).click();
        await expect(notice(page)).toHaveText(`Erro ao carregar vídeo${NOT_LOADED}`);
        await expect(page.locator('video')).toHaveCount(0);
        await expect(play(page)).toBeFocused();
      });

      await test.step('the player', async () => {
        await page.unrouteAll();
        await page.route('**/open-player*', (route) => route.abort());
        await page.goto('/');
        await play(page).click();
        await expect(notice(page)).toHaveText('Erro inesperadoOcorreu um erro ao tentar reproduzir o vídeo.');
        await expect(play(page)).toBeVisible();
      });
    });

    test('because its player was removed before the start: shows the error', async ({ page }) => {
      await page.addInitScript(() => {
        const takeOut = () => document.querySelector('video')?.parentElement?.remove();
        new MutationObserver(takeOut).observe(document, { childList: true, subtree: true });
      });
      await page.goto('/');
      await play(page).click();
      await expect(notice(page)).toContainText('Erro técnico');
      await expect(play(page)).toBeVisible();
    });

    test('because autoplay is blocked: says how to start it', async ({ page }) => {
      await page.addInitScript(() => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      });
      await page.goto('/');
      await play(page).click();
      await expect(notice(page)).toHaveText('Erro na reproduçãoTente clicar no vídeo para iniciar.');
      await expect(page.locator('video')).toBeVisible();
      await expect(notice(page)).toBeEmpty();
    });
  });
});

test.describe('in a shop that features another product', () => {
  test.use({ provokes: /Failed to load resource|ERR_FAILED|vídeo/ });

  test('YouTube is requested only after the click, and plays at once', async ({ page, store }) => {
    await feature(store, 'curva-motion', {});
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    await page.route(
      ({ hostname }) => /youtube|ytimg|google/.test(hostname),
      (route) => route.abort(),
    );
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1, name: 'Curva Motion' })).toBeVisible();
    expect(new Set(asked).size).toBe(1);
    await expect(page.locator('iframe')).toHaveCount(0);

    await play(page).click();
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute(
      'src',
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?.*\bautoplay=1\b/,
    );
    await expect(frame).toHaveAttribute('title', 'Demonstração de Curva Motion');
    expect(asked).toContain('www.youtube-nocookie.com');
  });

  test('a missing file is reported as unavailable, and an unknown host is refused', async ({ page, store }) => {
    await test.step('a missing file', async () => {
      await feature(store, 'curva-motion', { videoUrl: '/uploads/nao-ha.webm' });
      await page.goto('/');
      await play(page).click();
      await expect(notice(page)).toHaveText('Vídeo não disponívelEste produto ainda não possui vídeo de demonstração.');
    });

    await test.step('an unknown host', async () => {
      await feature(store, 'curva-motion', { videoUrl: 'https://video.exemplo.com/1' });
      await page.goto('/');
      await play(page).click();
      await expect(notice(page)).toHaveText(`Erro ao carregar vídeo${NOT_LOADED}`);
      await expect(page.locator('iframe')).toHaveCount(0);
    });
  });
});
