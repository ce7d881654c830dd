import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { buyLink } from '../../support/browser/checkout.ts';

// Things glide, as most people see them.
test.use({ readsOnly: true, contextOptions: { reducedMotion: 'no-preference' } });

test('the storefront shows the featured product, leads from each card, and has one to four columns by width', async ({
  page,
}) => {
  await test.step('the hero and the strip of the sandbox', async () => {
    await page.goto('/');
    const hero = page.getByRole('region', { name: 'Grade Cinema' });
    await expect(hero.getByText('Em destaque')).toBeVisible();
    await expect(hero.getByText('R$ 249,90')).toHaveCSS('text-decoration-line', 'line-through');
    await expect(hero.getByText('R$ 189,90')).toBeVisible();
    await expect(hero.getByRole('link', { name: /^Comprar agora/ })).toHaveAttribute('href', '/checkout/grade-cinema');
    await expect(page.getByText('Loja em modo de teste: nenhum pagamento é real.')).toBeVisible();
    await expect(cards(page)).toHaveCount(12);
    await expect(cards(page).filter({ hasText: 'Destaque' })).toHaveCount(1);
  });

  await test.step('columns', async () => {
    for (const [width, columns] of [
      [390, 1],
      [768, 2],
      [1024, 3],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const countColumns = () =>
        cards(page).evaluateAll(
          (elements) => new Set(elements.map((element) => element.getBoundingClientRect().left)).size,
        );
      await expect.poll(countColumns, `${width} px wide`).toBe(columns);
    }
  });

  await test.step('a card and its button', async () => {
    const card = cards(page).filter({ hasText: 'Grão 16' });
    await expect(card).toContainText('Para Premiere Pro, After Effects, DaVinci Resolve');
    await expect(card).toContainText('Versão 1.1.0');
    await expect(buyLink(page, 'Grão 16')).toHaveAttribute('href', '/checkout/grao-16');
    // The name's link covers the picture.
    await card.click({ position: { x: 20, y: 20 } });
    await expect(page).toHaveURL(/\/plugins\/grao-16$/);
  });
});

test('a shelf has a text of its own, and is searched and sorted', async ({ page }) => {
  await page.goto('/editores/premiere');
  await expect(page.getByText('Cor, legenda, transição e som sem sair da linha do tempo')).toBeVisible();
  await expect(page.getByText(/^\d+ plugins, de R\$\s[\d,]+ a R\$\s[\d,]+, para Premiere, /)).toBeVisible();
  await page.getByLabel('Ordenar por').selectOption('Preço (menor-maior)');
  const prices = await pricesOf(page);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  await page.getByPlaceholder('Buscar produtos...').fill('legenda');
  await expect(cards(page)).toHaveText([/Legenda Já/]);
  await expect(page).toHaveURL(/\/editores\/premiere\?ordem=menor-preco&q=legenda$/);
  await page.reload();
  await expect(cards(page)).toHaveText([/Legenda Já/]);
  await page.getByPlaceholder('Buscar produtos...').fill('nada disso');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  expect(await cards(page).count()).toBeGreaterThan(5);
});

test.describe('the search', () => {
  test('finds whatever way it is written, and is kept in the address with its order', async ({ page }) => {
    await test.step('case and accents', async () => {
      await page.goto('/');
      const field = page.getByPlaceholder('Buscar produtos...');
      await field.fill('  LUZ DO SERTAO');
      await expect(cards(page)).toHaveText([/Luz do Sertão/]);
      await expect(page).toHaveURL(/\?q=LUZ(\+|%20)DO(\+|%20)SERTAO$/);
      await field.fill('graca que nao ha');
      await expect(page.getByText('Nenhum produto encontrado. Tente mudar os filtros.')).toBeVisible();
      await expect(cards(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Limpar filtros' }).click();
      await expect(cards(page)).toHaveCount(12);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('');
      await expect(page).toHaveURL(/\/$/);
    });

    await test.step('editor and effect', async () => {
      const field = page.getByPlaceholder('Buscar produtos...');
      await field.fill('davinci');
      await expect(cards(page)).toHaveCount(8);
      await field.fill('ruido');
      await expect(cards(page)).toHaveText([/Onda Áudio/]);
      await field.fill('legendas CapCut');
      await expect(cards(page)).toHaveText([/Legenda Já/]);
    });

    await test.step('the order of names', async () => {
      await page.goto('/?ordem=nome');
      const names = cards(page).getByRole('heading', { level: 3 });
      await expect(names.first()).toHaveText('Curva Motion');
      const found = await names.allTextContents();
      expect(found).toEqual(found.toSorted(new Intl.Collator('pt-BR', { numeric: true }).compare));
    });

    await test.step('reload and back', async () => {
      await page.goto('/');
      const order = page.getByLabel('Ordenar por');
      await page.getByPlaceholder('Buscar produtos...').fill('cor');
      await expect(page).toHaveURL(/\?q=cor$/);
      await order.selectOption('Preço (menor-maior)');
      await expect(page).toHaveURL(/\?q=cor&ordem=menor-preco$/);
      await expect(order).toHaveValue('menor-preco');
      const cheapestFirst = await pricesOf(page);
      expect(cheapestFirst).toEqual(cheapestFirst.toSorted((one, other) => one - other));
      expect(cheapestFirst.length).toBeGreaterThan(1);

      await order.selectOption('Preço (maior-menor)');
      await expect.poll(() => pricesOf(page)).toEqual(cheapestFirst.toReversed());
      await page.reload();
      await expect(page.getByPlaceholder('Buscar produtos...')).toHaveValue('cor');
      await expect(order).toHaveValue('maior-preco');
      await expect.poll(() => pricesOf(page)).toEqual(cheapestFirst.toReversed());

      await page.goBack();
      await expect(order).toHaveValue('menor-preco');
      await expect.poll(() => pricesOf(page)).toEqual(cheapestFirst);
    });
  });

  test('of a link is opened at what it finds', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/?q=legenda');
    await expect(cards(page)).toHaveText([/Legenda Já/]);
    await expect(cards(page)).toBeInViewport();
  });

  test('filters by editor, which stands in the address', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/');
    const editors = page.getByRole('navigation', { name: 'Editor' });
    await editors.getByRole('link', { name: 'DaVinci Resolve' }).click();
    await expect(page).toHaveURL(/\/\?editor=resolve$/);
    await expect(cards(page)).toHaveCount(8);
    await page.getByText('Animação de Texto', { exact: true }).click();
    await expect(cards(page)).toHaveText([/Legenda Já/]);
    await page.goBack();
    await expect(editors.locator('[aria-current]')).toHaveText('DaVinci Resolve');
    await expect(cards(page)).toHaveCount(8);
    await page.reload();
    await expect(cards(page)).toHaveCount(8);
    await editors.getByRole('link', { name: 'Todos os editores' }).click();
    await expect(cards(page)).toHaveCount(12);
    await expect(page).toHaveURL(/\/$/);
  });

  test('on a phone shows what it finds above the keyboard', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/');
    const field = page.getByPlaceholder('Buscar produtos...');
    await field.fill('legenda');
    await expect(cards(page)).toHaveCount(1);
    const ends = () =>
      Promise.all(
        [field, cards(page).first()].map((part) => part.boundingBox().then((box) => box && box.y + box.height)),
      );
    // Half of the screen, which is what a keyboard leaves.
    const half = (page.viewportSize()?.height ?? 0) / 2;
    await expect.poll(async () => (await ends()).every((end) => end !== null && end > 0 && end <= half)).toBe(true);
    await field.fill('premiere');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(5);
    await expect.poll(async () => (await ends()).every((end) => end !== null && end > 0 && end <= half)).toBe(true);
  });

  test('filters by category, also after returning from the checkout', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Animação de Texto', { exact: true }).click();
    await expect(cards(page)).toHaveCount(2);
    await expect(page).toHaveURL(/\?categoria=animacao-de-texto$/);
    await buyLink(page, 'Letra Viva').click();
    await expect(page).toHaveURL(/\/checkout\/letra-viva$/);
    await page.goBack();
    await expect(page.getByRole('radio', { name: 'Animação de Texto' })).toBeChecked();
    await expect(cards(page)).toHaveCount(2);
  });
});

test.describe('the theme', () => {
  test('stays as chosen from the first paint', async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body) document.documentElement.dataset['atFirst'] ??= document.documentElement.className;
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/');
    await chooseTheme(page, 'Escuro');
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    for (const path of ['/', '/checkout/lote', '/login', '/privacidade']) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('data-at-first', /\bdark\b/);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    }
  });

  test('follows the system until one is chosen, and again afterwards', async ({ page }) => {
    await page.goto('/');
    await test.step('by a menu below its button', () => expectMenuBelow(page));
    const root = page.locator('html');
    await expect(root).toHaveClass(/\blight\b/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(root).toHaveClass(/\bdark\b/);
    await chooseTheme(page, 'Claro');
    await expect(root).toHaveClass(/\blight\b/);
    await chooseTheme(page, 'Sistema');
    await expect(root).toHaveClass(/\bdark\b/);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system');
  });
});

test('on a phone the links of the bar are in a menu', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Recursos' }).click();
  await expect(page).toHaveURL(/#recursos$/);
  await expect(page.getByRole('heading', { name: 'Por que escolher nossos plugins?' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
});

function cards(page: Page) {
  return page.locator('[data-card]').filter({ visible: true });
}

async function pricesOf(page: Page): Promise<number[]> {
  return cards(page).evaluateAll((elements) => elements.map((element) => Number(element.getAttribute('data-price'))));
}

async function chooseTheme(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Tema/ }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

async function expectMenuBelow(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Tema/ });
  await opener.click();
  const button = await opener.boundingBox();
  // The menu rises while it enters; its place is where it comes to rest.
  await expect
    .poll(async () => {
      const menu = await page.getByRole('group', { name: 'Tema' }).boundingBox();
      if (!menu || !button) return 'nowhere';
      const isBelow = menu.y >= button.y + button.height - 1 && menu.y <= button.y + button.height + 12;
      return isBelow && Math.abs(menu.x + menu.width - button.x - button.width) <= 24
        ? 'under it'
        : JSON.stringify(menu);
    })
    .toBe('under it');
  await page.keyboard.press('Escape');
}
