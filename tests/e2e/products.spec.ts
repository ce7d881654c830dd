import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Page as ListPage } from '#src/wire/lists.ts';
import type { AdminProduct } from '#src/wire/products.ts';
import { expectAccessible } from '../support/axe.ts';
import { enter, passGate } from '../support/back-office.ts';
import { openAlive, toast } from '../support/checkout.ts';
import { tabTo } from '../support/keyboard.ts';
import { expect, test } from '../support/walk.ts';
import { sum, weigh } from '../support/weight.ts';

const VIDEO = 'db/seed/media/grade-cinema.webm';
const MOST_SCRIPT = 200_000;

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const status = (page: Page) => page.getByText(/^Mostrando /);

async function openProducts(page: Page, search = ''): Promise<void> {
  await openAlive(page, `/admin/products${search}`);
  await expect(page.getByRole('heading', { name: 'Gerenciamento de Produtos' })).toBeVisible();
}

/** The browser remembers the gate, the session does not: the list comes by a call, which a test can change. */
async function rememberGate(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('gate.products', 'true'));
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A photograph's worth of detail, which no format makes small at once. */
async function photograph(width: number, height: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: '#a64', noise } });
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg({ quality: 90 }).toBuffer() };
}

async function readProducts(page: Page, q: string): Promise<AdminProduct[]> {
  const answer = await page.request.get(`/api/admin/products?q=${encodeURIComponent(q)}`);
  const { items }: ListPage<AdminProduct> = await answer.json();
  return items;
}

test.beforeEach(async ({ page, store }) => {
  await enter(page, store);
});

test.describe('the gate', () => {
  test('stands before the products, and opens to the right password', async ({ page, store }) => {
    await page.goto('/admin/products?sort=name&order=asc');
    await expect(page).toHaveURL(/\/admin\/products-auth\?sort=name&order=asc$/);
    await expect(page.getByRole('heading', { name: 'Acesso aos Produtos' })).toBeVisible();
    await openAlive(page, page.url());
    await page.getByLabel('Senha').fill(store.gatePassword);
    await page.getByLabel('Senha').press('Enter');
    await expect(page).toHaveURL(/\/admin\/products\?sort=name&order=asc$/);
    await expect(row(page, 'Curva Motion')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('gate.products'))).not.toBeNull();

    await page.goto('/admin/products-auth');
    await expect(page).toHaveURL(/\/admin\/products$/);
  });

  test('looks right in both themes', async ({ page }) => {
    for (const gate of ['products', 'activation-keys']) {
      await openAlive(page, `/admin/${gate}-auth`);
      await expectAccessible(page, `gate of ${gate}`);
    }
  });

  test.describe('with a wrong password', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('says so after 800 ms', async ({ page }) => {
      await openAlive(page, '/admin/products-auth');
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const answer = page.waitForResponse('**/api/admin/gates/products');
      await page.getByLabel('Senha').fill('nao-e-esta');
      await page.getByRole('button', { name: 'Acessar' }).click();
      await expect(page.getByRole('button', { name: 'Verificando...' })).toBeVisible();
      await (await answer).finished();
      await page.clock.runFor(780);
      await expect(page.getByText('Senha incorreta')).toBeHidden();
      await page.clock.runFor(100);
      await expect(page.getByText('Senha incorreta', { exact: true })).toBeVisible();
      await expect(page.getByText('A senha fornecida não é válida. Tente novamente.', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Senha')).toBeFocused();
      await expect(page).toHaveURL(/products-auth$/);
      expect(await page.evaluate(() => localStorage.getItem('gate.products'))).toBeNull();
    });

    test('tried too often says how long to wait', { tag: '@desktop' }, async ({ page }) => {
      await openAlive(page, '/admin/activation-keys-auth');
      for (let attempt = 0; attempt < 8; attempt++) {
        await page.request.post('/api/admin/gates/activation-keys', { data: { password: 'errada' } });
      }
      await page.getByLabel('Senha').fill('errada');
      await page.getByRole('button', { name: 'Acessar' }).click();
      await expect(toast(page)).toContainText(/Muitas tentativas\. Aguarde .* e tente de novo\./);
    });
  });

  test('closes in every tab with the logout', { tag: '@desktop' }, async ({ page, context, store }) => {
    await passGate(page, store, 'products');
    const other = await context.newPage();
    await openProducts(other);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(other.getByRole('heading', { name: 'Gerenciamento de Produtos' })).toBeHidden();
  });
});

test.describe('the list', () => {
  test.beforeEach(async ({ page, store }) => {
    await passGate(page, store, 'products');
  });

  test('shows, pages, sorts and searches, and keeps that in the address', async ({ page }) => {
    await openProducts(page);
    await expect(page.getByText('Adicione, edite ou remova produtos da plataforma.')).toBeVisible();
    await expect(status(page)).toHaveText(/^Mostrando 1 a 10 de \d+ produtos$/);
    await page.getByRole('button', { name: 'Página 2' }).click();
    await expect(status(page)).toHaveText(/^Mostrando 11 a /);
    await expect(page).toHaveURL(/page=2/);

    await choose(page, 'Ordenar por', 'Preço');
    await expect(page).toHaveURL(/sort=price/);
    await page.getByRole('button', { name: 'Mudar para ordem crescente' }).click();
    await expect(page).toHaveURL(/sort=price&order=asc$/);
    await expect(page.getByRole('row').filter({ hasText: 'R$' }).first()).toContainText('R$ 39,90');
    await page.goBack();
    await expect(page).toHaveURL(/sort=price&order=desc$/);

    await page.getByPlaceholder('Buscar produtos...').fill('CORRECAO');
    await expect(page).toHaveURL(/q=CORRECAO/);
    await expect(row(page, 'Grade Cinema')).toBeVisible();
    await expect(row(page, 'Onda Áudio')).toBeHidden();
    await page.reload();
    await expect(page.getByPlaceholder('Buscar produtos...')).toHaveValue('CORRECAO');
    await page.getByRole('button', { name: 'Limpar busca' }).click();
    await expect(status(page)).toHaveText(/^Mostrando 1 a 10/);

    await page.getByPlaceholder('Buscar produtos...').fill('nada disso existe');
    await expect(page.getByText('Nenhum produto encontrado.')).toBeVisible();
    await expectAccessible(page, 'empty search');
    await page.getByRole('button', { name: 'Limpar busca' }).last().click();
    await expect(row(page, 'Grade Cinema').or(status(page)).first()).toBeVisible();
  });

  test('warns of keys that run out, and leads to them', async ({ page }, { project }) => {
    const name = `Quase Sem Chaves ${project.name}`;
    const data = { name, price: '5', downloadUrl: 'https://a.test/a.zip' };
    const { id }: AdminProduct = await (await page.request.post('/api/admin/products', { data })).json();
    const keys = { productId: id, keys: `${name} 1\n${name} 2` };
    expect((await page.request.post('/api/admin/activation-keys/bulk', { data: keys })).status()).toBe(201);
    await openProducts(page, `?q=${encodeURIComponent(name)}`);
    const warning = row(page, name).getByRole('link', { name: `Restam 2. Ver as chaves de ${name}` });
    await expect(warning).toHaveAttribute('href', `/admin/activation-keys?productId=${id}`);
    await page.request.delete(`/api/admin/products/${id}`);
  });

  test('falls back where a picture is broken or missing', { tag: '@desktop' }, async ({ page }) => {
    const made = await page.request.post('/api/admin/products', {
      data: { name: 'Imagem Quebrada', price: '5', downloadUrl: 'https://a.test/a.zip', image: '/uploads/nao-ha.webp' },
    });
    const { id }: AdminProduct = await made.json();
    // The picture that is missing is meant to be: its 404 in the console is no fault of the page.
    await page.route('**/uploads/nao-ha.webp', (route) => route.fulfill({ body: 'x', contentType: 'image/webp' }));
    await openProducts(page, '?q=Imagem%20Quebrada');
    await expect(row(page, 'Imagem Quebrada').locator('img')).toHaveAttribute('src', '/demo/sem-imagem.svg');
    await page.request.put(`/api/admin/products/${id}`, { data: { image: '' } });
    await page.reload();
    await expect(row(page, 'Imagem Quebrada').locator('img')).toHaveCount(0);
    await page.request.delete(`/api/admin/products/${id}`);
  });

  test('is accessible and light', async ({ page }) => {
    await expect(status(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { scripts } = await weigh(page, '/admin/products');
    expect(sum(scripts), [...scripts].join('\n')).toBeLessThanOrEqual(MOST_SCRIPT);
    await expect(row(page, 'Lote').or(status(page)).first()).toBeVisible();
    await expectAccessible(page, 'products');
  });
});

test.describe('the list that', () => {
  test.use({ provokes: /Failed to load resource|Falha na chamada/ });
  test.beforeEach(({ page }) => rememberGate(page));

  test('is on its way says so, and fails with a way to try again', async ({ page }) => {
    let answer = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isBroken = true;
    await page.route('**/api/admin/products?*', async (route) => {
      await isAsked;
      if (isBroken) await route.abort();
      else await route.continue();
    });
    await page.goto('/admin/products');
    await expect(page.getByText('Carregando produtos...')).toBeVisible();
    answer();
    await expect(page.getByText('Não foi possível carregar os produtos.')).toBeVisible();
    await expectAccessible(page, 'failed list');
    isBroken = false;
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(status(page)).toBeVisible();
  });

  test('is empty says the next step', async ({ page }) => {
    await page.route('**/api/admin/products?*', (route) =>
      route.fulfill({ json: { items: [], total: 0, page: 1, pageSize: 10 } }),
    );
    await openProducts(page);
    await expect(page.getByText('Nenhum produto encontrado.')).toBeVisible();
    await expectAccessible(page, 'no products');
    await page.getByRole('button', { name: 'Adicionar Produto' }).last().click();
    await expect(dialog(page)).toBeVisible();
  });
});

test.describe('a product', () => {
  test.beforeEach(async ({ page, store }) => {
    await passGate(page, store, 'products');
  });

  test('is added with picture and video, and stands in the shop', async ({ page }, { project }) => {
    const name = `Poeira de Luz ${project.name}`;
    await openAlive(page, '/admin/products?novo=1');
    await expect(dialog(page)).toHaveAccessibleName('Adicionar Novo Produto');
    await expect(page.getByText('Preço original')).toBeHidden();
    await field(page, 'Nome').fill(name);
    await field(page, 'Descrição').fill('Partículas que reagem à câmera.');
    await choose(page, 'Categoria', 'Efeitos Especiais');
    await field(page, 'Preço').fill('1234,5');
    await expect(field(page, 'Preço')).toHaveValue('R$ 1234,5');
    await field(page, 'Produto em destaque').check();
    await field(page, 'Preço original').fill('2000');
    await field(page, 'Escolher imagem').setInputFiles(await photograph(2_400, 1_600));
    await expect(dialog(page).getByText(/^Pronta para envio: \d+ KB$/)).toBeVisible();
    await field(page, 'Enviar vídeo').setInputFiles(VIDEO);
    await expect(toast(page)).toContainText('Vídeo enviado com sucesso');
    await expect(dialog(page).getByLabel('Vídeo enviado')).toHaveAttribute('src', /^\/uploads\/[0-9a-f]{32}\.webm$/);
    await field(page, 'Link de download').fill('https://arquivos.loja.test/poeira.zip');
    await expectAccessible(page, 'product form');
    await dialog(page).getByRole('button', { name: 'Criar produto' }).click();
    await expect(toast(page)).toContainText('Produto criado');
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/products$/);
    await expect(row(page, name)).toContainText('R$ 1.234,50');

    const [product] = await readProducts(page, name);
    expect(product).toMatchObject({ originalPrice: 'R$ 2.000,00', categoryId: 'efeitos-especiais', isFeatured: true });
    const picture = await page.request.get(product?.image ?? '');
    const { format, width, height } = await sharp(await picture.body()).metadata();
    expect(format).toBe('webp');
    expect(width).toBeLessThanOrEqual(1_280);
    expect(width / height).toBeCloseTo(1.5, 1);
    expect((await picture.body()).byteLength).toBeLessThanOrEqual(160 * 1024);
    await page.goto('/');
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
    await page.request.delete(`/api/admin/products/${product?.id}`);
  });

  test('is edited: its details come, the video goes only with the save', async ({ page }, { project }) => {
    const name = `Para Editar ${project.name}`;
    const data = {
      name,
      description: 'Antes',
      price: '10',
      isFeatured: true,
      originalPrice: '20',
      downloadUrl: 'https://a.test/a.zip',
      videoUrl: '/uploads/grade-cinema.webm',
    };
    await page.request.post('/api/admin/products', { data });
    await openProducts(page, `?q=${encodeURIComponent(name)}`);
    await row(page, name)
      .getByRole('button', { name: `Editar ${name}` })
      .click();
    await expect(dialog(page)).toHaveAccessibleName('Editar Produto');
    await expect(field(page, 'Nome')).toHaveValue(name);
    await expect(field(page, 'Nome')).toBeFocused();
    await expect(field(page, 'Preço original')).toHaveValue('R$ 20,00');
    await field(page, 'Descrição').fill('Depois');
    await field(page, 'Produto em destaque').uncheck();
    await expect(page.getByText('Preço original')).toBeHidden();
    await dialog(page).getByRole('button', { name: 'Remover vídeo' }).click();
    await expect(toast(page)).toContainText('Vídeo removido');
    expect((await readProducts(page, name))[0]?.videoUrl).toBe('/uploads/grade-cinema.webm');
    await field(page, 'Ou endereço do YouTube').fill('https://youtu.be/dQw4w9WgXcQ');
    await field(page, 'Ou endereço do YouTube').blur();
    await expect(field(page, 'Ou endereço do YouTube')).toHaveValue('https://www.youtube.com/embed/dQw4w9WgXcQ');
    await choose(page, 'Status', 'Em revisão');
    await dialog(page).getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(toast(page)).toContainText('Produto atualizado');
    await expect(row(page, name)).toContainText('Em revisão');
    await expect(row(page, name)).toContainText('Depois');
    const [product] = await readProducts(page, name);
    expect(product).toMatchObject({ originalPrice: null, videoUrl: 'https://www.youtube.com/embed/dQw4w9WgXcQ' });
    await page.request.delete(`/api/admin/products/${product?.id}`);
  });

  test('is deleted only after the question', async ({ page }, { project }) => {
    const name = `Para Excluir ${project.name}`;
    const data = { name, price: '10', downloadUrl: 'https://a.test/a.zip' };
    await page.request.post('/api/admin/products', { data });
    await openProducts(page, `?q=${encodeURIComponent(name)}`);
    const remove = row(page, name).getByRole('button', { name: `Excluir ${name}` });
    await remove.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      `Tem certeza que deseja excluir o produto ${name}? Esta ação não pode ser desfeita.`,
    );
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await expectAccessible(page, 'question before the deletion');
    await page.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    await remove.click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page)).toContainText('Produto excluído');
    await expect(page.getByText('Nenhum produto encontrado.')).toBeVisible();
    expect(await readProducts(page, name)).toEqual([]);
  });

  test('is made by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
    await openProducts(page);
    const add = page.getByRole('button', { name: 'Adicionar Produto' });
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    await expect(field(page, 'Nome')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Nome')).toHaveAccessibleDescription('Informe o nome do produto, com até 120 caracteres.');
    await expect(field(page, 'Nome')).toBeFocused();
    await page.keyboard.type('Só Teclado');
    const type = async (target: Locator, text: string) => {
      await tabTo(page, target);
      await page.keyboard.type(text);
    };
    await type(field(page, 'Descrição'), 'Sem tocar no mouse.');
    await tabTo(page, dialog(page).getByRole('combobox', { name: 'Status' }));
    await page.keyboard.press('Enter');
    for (const status of ['Ativo', 'Em revisão']) {
      await expect(page.getByRole('option', { name: status, exact: true })).toBeFocused();
      await page.keyboard.press('ArrowDown');
    }
    await expect(page.getByRole('option', { name: 'Inativo', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, field(page, 'Produto em destaque'));
    await page.keyboard.press('Space');
    await type(field(page, 'Preço'), '49,9');
    await type(field(page, 'Preço original'), '60');
    await tabTo(page, field(page, 'Escolher imagem'));
    await type(field(page, 'Link de download'), 'https://a.test/teclado.zip');
    await tabTo(page, dialog(page).getByRole('button', { name: 'Criar produto' }));
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Produto criado');
    await expect(add).toBeFocused();
    const [product] = await readProducts(page, 'Só Teclado');
    expect(product).toMatchObject({ status: 'Inativo', price: 'R$ 49,90', originalPrice: 'R$ 60,00' });
    await page.request.delete(`/api/admin/products/${product?.id}`);
  });

  test('that is half typed is not lost by a slip', async ({ page }) => {
    await openProducts(page);
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    await field(page, 'Nome').fill('Quase');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Descartar as alterações?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(field(page, 'Nome')).toHaveValue('Quase');
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await question.getByRole('button', { name: 'Descartar alterações' }).click();
    await expect(dialog(page)).toBeHidden();
  });

  test.describe('that meets trouble', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('is not saved without its picture', async ({ page }) => {
      await openProducts(page);
      await page.getByRole('button', { name: 'Adicionar Produto' }).click();
      await field(page, 'Nome').fill('Sem Upload');
      await field(page, 'Descrição').fill('Nada');
      await field(page, 'Link de download').fill('https://a.test/a.zip');
      await field(page, 'Escolher imagem').setInputFiles({
        name: 'nota.png',
        mimeType: 'image/png',
        buffer: Buffer.from('isto não é uma imagem'),
      });
      await expect(field(page, 'Escolher imagem')).toHaveAccessibleDescription(/^Não foi possível ler esta imagem\./);
      await field(page, 'Escolher imagem').setInputFiles(await photograph(400, 300));
      await expect(dialog(page).getByText(/^Pronta para envio/)).toBeVisible();
      await page.route('**/api/upload', (route) => route.abort());
      await dialog(page).getByRole('button', { name: 'Criar produto' }).click();
      await expect(toast(page)).toContainText('Erro no upload');
      await expect(toast(page)).toContainText('Não foi possível fazer o upload da imagem. Tente novamente.');
      await expect(field(page, 'Nome')).toHaveValue('Sem Upload');
      expect(await readProducts(page, 'Sem Upload')).toEqual([]);

      await field(page, 'Enviar vídeo').setInputFiles(VIDEO);
      await expect(toast(page)).toContainText('Não foi possível fazer o upload do vídeo.');
    });

    test('says what the server refuses, at its field', { tag: '@desktop' }, async ({ page }) => {
      await openProducts(page);
      await page.getByRole('button', { name: 'Adicionar Produto' }).click();
      await field(page, 'Nome').fill('Recusado');
      await field(page, 'Descrição').fill('Nada');
      await field(page, 'Link de download').fill('https://a.test/a.zip');
      const sentence = 'Já existe um arquivo com este endereço.';
      await page.route('**/api/admin/products', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 422,
              json: { message: sentence, code: 'invalid', fields: { downloadUrl: sentence } },
            })
          : route.continue(),
      );
      await dialog(page).getByRole('button', { name: 'Criar produto' }).click();
      await expect(toast(page)).toContainText('Ocorreu um erro ao processar o formulário.');
      await expect(field(page, 'Link de download')).toHaveAccessibleDescription(sentence);
      await expect(field(page, 'Link de download')).toBeFocused();
      await page.unroute('**/api/admin/products');
      await page.route('**/api/admin/products', (route) => route.fulfill({ status: 500, body: 'nada' }));
      await dialog(page).getByRole('button', { name: 'Criar produto' }).click();
      await expect(toast(page)).toContainText('Ocorreu um erro ao criar o produto. Tente novamente mais tarde.');
    });

    test('says that its details did not come, and asks again', { tag: '@desktop' }, async ({ page }) => {
      await openProducts(page, '?q=Grade');
      await page.route('**/details', (route) => route.abort());
      await row(page, 'Grade Cinema').getByRole('button', { name: 'Editar Grade Cinema' }).click();
      await expect(page.getByText('Não foi possível carregar os detalhes do produto. Tente novamente.')).toBeVisible();
      await page.unroute('**/details');
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(field(page, 'Nome')).toHaveValue('Grade Cinema');
    });

    test('stays where its deletion fails', { tag: '@desktop' }, async ({ page }) => {
      await openProducts(page, '?q=Grade');
      await page.route('**/api/admin/products/grade-cinema', (route) => route.abort());
      await row(page, 'Grade Cinema').getByRole('button', { name: 'Excluir Grade Cinema' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(toast(page)).toContainText('Erro ao excluir');
      await expect(toast(page)).toContainText('Não foi possível excluir o produto. Tente novamente.');
      await expect(row(page, 'Grade Cinema')).toBeVisible();
    });
  });

  test.describe('whose video takes its time', () => {
    test('shows how far it is, can be stopped, and waits before it is saved', { tag: '@desktop' }, async ({ page }) => {
      await openProducts(page);
      await page.getByRole('button', { name: 'Adicionar Produto' }).click();
      await page.route('**/api/upload', () => {});
      await field(page, 'Enviar vídeo').setInputFiles(VIDEO);
      await expect(dialog(page).getByRole('progressbar', { name: 'Envio do vídeo' })).toBeVisible();
      await expect(dialog(page).getByRole('button', { name: 'Criar produto' })).toBeDisabled();
      await dialog(page).getByRole('button', { name: 'Cancelar envio' }).click();
      await expect(field(page, 'Enviar vídeo')).toBeVisible();
      await field(page, 'Enviar vídeo').setInputFiles({
        name: 'filme.avi',
        mimeType: 'video/x-msvideo',
        buffer: Buffer.from('RIFF'),
      });
      await expect(field(page, 'Enviar vídeo')).toHaveAccessibleDescription('Envie um vídeo MP4, WebM ou Ogg.');
    });
  });
});
