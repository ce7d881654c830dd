import { glob } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { SETTING_SECTIONS } from '#src/wire/upkeep/setting-sections.ts';
import { passGate } from '../support/browser/back-office.ts';
import { expect, test } from '../support/browser/browser-fixture.ts';
import { openAlive } from '../support/browser/checkout.ts';
import { layoutFaults } from '../support/browser/layout.ts';
import { askForLink } from '../support/purchases/buyers.ts';
import { fillHardShop, HARD_BUYER, type HardShop } from '../support/store/hard-shop.ts';

test.use({ settings: { DEMO_DATA: 'false' }, provokes: /status of 404/ });

const WIDTHS = [320, 390, 1440];

let shop: HardShop;
test.beforeAll(async ({ store }) => {
  shop = await fillHardShop(store);
});

test('what a visitor opens holds the longest, oddest and emptiest data', async ({ page, store }) => {
  await expectSoundLayout(page, visitorScreens());
  await page.context().addCookies([{ name: 'session', value: shop.tokens.member, url: store.url }]);
  await expectSoundLayout(page, memberScreens());
});

test('what a buyer opens holds them, too', async ({ page, store }) => {
  const { token } = await askForLink(store, HARD_BUYER.customerEmail);
  await page.goto(`/minhas-compras/entrar?t=${token}`);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/minhas-compras$/);
  await expectSoundLayout(page, buyerScreens());
});

test('what the owner opens holds them, too', async ({ page, store }) => {
  await passGate(page, store, 'products');
  await passGate(page, store, 'activation-keys');
  await expectSoundLayout(page, ownerScreens());
  await openAlive(page, '/admin/integracoes');
  await page.getByRole('button', { name: new RegExp(`^${shop.hook}`) }).click();
  await expect(page.getByRole('dialog', { name: 'Entregas' }).getByText('Recusada: 500')).toBeVisible();
  await expectSoundWindow(page, 'the deliveries of a webhook');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 320, height: 844 });
  await openAlive(page, '/admin/integracoes/eventos');
  const tabs = page.getByRole('navigation', { name: 'Integrações' });
  await expect(tabs.getByRole('link', { name: 'Eventos' })).toBeInViewport({ ratio: 0.9 });
});

test('every page of the shop is among them', async () => {
  const known = Object.keys({
    ...visitorScreens(),
    ...memberScreens(),
    ...buyerScreens(),
    ...ownerScreens(),
    ...WITHOUT_OWN_DATA,
  });
  const pages: string[] = [];
  for await (const file of glob('src/pages/**/*.astro'))
    pages.push(file.replace(/^src\/pages\/|(?:\/?index)?\.astro$/g, ''));
  expect(pages.filter((name) => !known.includes(name)).toSorted()).toEqual([]);
});

type Screens = Record<string, readonly string[]>;

/** The names are those of the pages' files. */
function visitorScreens(): Screens {
  const products = Object.values(shop.products);
  return {
    '': ['/', `/?q=${'super'.repeat(20)}`],
    'plugins/[slug]': products.map((id) => `/plugins/${id}`),
    'plugins/[slug]/avaliacoes': [`/plugins/${shop.products.long}/avaliacoes`],
    'plugins/[slug]/versoes': products.map((id) => `/plugins/${id}/versoes`),
    'categorias/[category]': [`/categorias/${shop.category}`],
    'editores/[host]': ['/editores/resolve'],
    'checkout/[id]': [
      ...products.map((id) => `/checkout/${id}`),
      `/checkout/${shop.products.word}?cupom=${shop.coupon}`,
      `/checkout/${shop.products.word}?compra=${shop.purchases['pending']}`,
    ],
    'purchase/success/[id]': Object.values(shop.purchases).map((id) => `/purchase/success/${id}`),
    abrir: ['/abrir'],
    parceiros: ['/parceiros'],
    login: ['/login'],
    'conta/convite': [`/conta/convite?t=${shop.tokens.invitation}`, '/conta/convite?t=x'],
    'conta/nova-senha': ['/conta/nova-senha?t=x', '/conta/nova-senha?aviso=encerrado'],
    privacidade: ['/privacidade'],
    'direito-de-arrependimento': ['/direito-de-arrependimento'],
    404: ['/nada-aqui'],
  };
}

/** In a session that lacks a second factor. */
function memberScreens(): Screens {
  return { 'admin/segundo-fator': ['/admin/segundo-fator'] };
}

function buyerScreens(): Screens {
  return {
    'minhas-compras': ['/minhas-compras'],
    'minhas-compras/dados': ['/minhas-compras/dados'],
    'minhas-compras/avaliar/[itemId]': [`/minhas-compras/avaliar/${shop.reviewed}`],
  };
}

function ownerScreens(): Screens {
  return {
    admin: ['/admin'],
    'admin/products': ['/admin/products', `/admin/products?abrir=${shop.products.long}`],
    'admin/activation-keys': ['/admin/activation-keys'],
    'admin/customers': ['/admin/customers'],
    'admin/customers/[id]': [`/admin/customers/${shop.customer}`],
    'admin/sales': ['/admin/sales', ...Object.values(shop.purchases).map((id) => `/admin/sales?id=${id}`)],
    'admin/promotions': ['/admin/promotions', '/admin/promotions?tab=offers', '/admin/promotions?tab=recovery'],
    'admin/affiliates': ['/admin/affiliates', '/admin/affiliates?tab=sales'],
    'admin/affiliates/[id]': [`/admin/affiliates/${shop.partner}`],
    'admin/affiliates/payouts': ['/admin/affiliates/payouts'],
    'admin/affiliates/program': ['/admin/affiliates/program'],
    'admin/analytics': ['/admin/analytics'],
    'admin/analytics/origins': ['/admin/analytics/origins'],
    'admin/avaliacoes': ['/admin/avaliacoes'],
    'admin/api': ['/admin/api'],
    'admin/integracoes': ['/admin/integracoes'],
    'admin/integracoes/tokens': ['/admin/integracoes/tokens'],
    'admin/integracoes/receitas': ['/admin/integracoes/receitas'],
    'admin/integracoes/eventos': ['/admin/integracoes/eventos'],
    'admin/notas-fiscais': ['/admin/notas-fiscais', `/admin/notas-fiscais?id=${shop.purchases.paid}`],
    'admin/audit': ['/admin/audit'],
    'admin/society-calculator': ['/admin/society-calculator'],
    'admin/conta': ['/admin/conta'],
    'admin/settings': [
      ...Object.values(SETTING_SECTIONS).map(({ word }) => `/admin/settings?secao=${word}`),
      ...shop.imports.map((id) => `/admin/settings?secao=${SETTING_SECTIONS.imports.word}&importacao=${id}`),
    ],
  };
}

/** They only show words of ours, lead elsewhere, or are shown inside one of the others. */
const WITHOUT_OWN_DATA: Screens = {
  500: [],
  // It leads back to the open shop.
  503: [],
  '[...path]': [],
  'admin/[...path]': [],
  'admin/ajuda': [],
  'admin/ajuda/[page]': [],
  'admin/ajuda/novidades': [],
  'admin/loja-de-verdade': [],
  'admin/sem-acesso': [],
  'admin/activation-keys-auth': [],
  'admin/products-auth': [],
  'admin/products/preview': [],
  'admin/email-settings': [],
  // What stands there is shown by a partner's walk, in a session of the partner's own.
  'parceiros/material': [],
  'parceiros/extratos': [],
  'parceiros/extratos/[mes]': [],
  'parceiros/termos': [],
  'parceiros/inscricao': [],
  'parceiros/entrar': [],
  'parceiros/chave': [],
  'avise-me/[id]': [],
  'avisos/resumo/[token]': [],
  // Its words are those of the product's page, which leads there.
  'plugins/[slug]/upgrade': [],
  instalar: [],
  'instalar/conta': [],
  'instalar/backup': [],
  'instalar/backup/arquivo': [],
  'instalar/backup/[place]': ['instalar/backup/balde', 'instalar/backup/pasta'],
  'instalar/loja': [],
  'instalar/endereco': [],
  'instalar/banco': [],
  'instalar/email': [],
  'instalar/pronto': [],
  'plugins/[slug]/testar': [],
  'testar/[token]': [],
  'testar/avisos/[token]': [],
  'avisos/[token]': [],
  'avisos/avaliacoes/[token]': [],
  'lembretes/[token]': [],
  'retomar/[token]': [],
  'minhas-compras/entrar': [],
  'minhas-compras/novo-email': [],
  'minhas-compras/parar-troca': [],
  'conta/nao-fui-eu': [],
  'conta/novo-email': [],
  'conta/parar-troca': [],
};

async function expectSoundLayout(page: Page, screens: Screens): Promise<void> {
  const widths = [...WIDTHS];
  for (const path of Object.values(screens).flat()) {
    await openAlive(page, path);
    await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0);
    // The next page begins at the width at which this one ends.
    await expectSoundWindow(page, path, widths);
    widths.reverse();
  }
}

async function expectSoundWindow(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => layoutFaults(page), `${name} at ${width} px`).toEqual([]);
  }
}
