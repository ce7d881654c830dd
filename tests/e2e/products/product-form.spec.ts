import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import {
  chooseIn,
  closeProduct,
  makeProduct,
  openProducts,
  photograph,
  productDialog,
  productField,
  productRow,
  readProducts,
  VIDEO,
} from '../../support/browser/product-screen.ts';
import { chooseAction, rowMenu } from '../../support/browser/row-menu.ts';

test.describe('a product', () => {
  test.beforeEach(async ({ page, store }) => {
    await passGate(page, store, 'products');
  });

  test('is added with image and video, and appears in the shop', async ({ page }) => {
    const name = 'Poeira de Luz';
    await openAlive(page, '/admin/products?novo=1');
    await expect(productDialog(page)).toHaveAccessibleName('Adicionar Novo Produto');
    await expect(page.getByText('Preço original')).toBeHidden();
    await productField(page, 'Nome').fill(name);
    await productField(page, 'Descrição').fill('Partículas que reagem à câmera.');
    await chooseIn(page, 'Categoria', 'Efeitos Especiais');
    await productField(page, 'Preço').fill('1234,5');
    await expect(productField(page, 'Preço')).toHaveValue('R$ 1234,5');
    await productField(page, 'Produto em destaque').check();
    await expect(productField(page, 'Preço')).toHaveValue('R$ 1.234,50');
    await productField(page, 'Preço original').fill('2000');
    await productField(page, 'Escolher imagem').setInputFiles(await photograph(1_800, 1_200));
    await expect(productDialog(page).getByText(/^Pronta para envio: \d+ KB$/)).toBeVisible();
    await expect(productDialog(page).getByText('Cole qualquer link do YouTube; a loja converte.')).toBeVisible();
    await productField(page, 'Enviar vídeo').setInputFiles(VIDEO);
    await expect(toast(page)).toContainText('Vídeo enviado com sucesso');
    await expect(productDialog(page).getByLabel('Vídeo enviado')).toHaveAttribute(
      'src',
      /^\/uploads\/[0-9a-f]{32}\.webm$/,
    );
    await productField(page, 'Link de download').fill('https://arquivos.loja.test/poeira.zip');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Ativo');
    await expectAccessible(page, 'product form');
    await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
    await expect(toast(page)).toContainText('Produto criado');
    await expect(productDialog(page)).toHaveAccessibleName('Editar Produto');
    await expect(productDialog(page).getByRole('tab', { name: 'Versões' })).toHaveAttribute('aria-selected', 'true');
    const [product] = await readProducts(page, name);
    expect(product).toMatchObject({ originalPrice: 'R$ 2.000,00', categoryId: 'efeitos-especiais', isFeatured: true });
    expect(product, 'a seller without a list of keys').toMatchObject({ keySource: 'made', keyPrefix: 'POEIRA' });
    await expect(page).toHaveURL(new RegExp(`/admin/products\\?id=${product?.id}&aba=versoes$`));
    await closeProduct(page);
    await expect(page).toHaveURL(/\/admin\/products$/);
    await expect(productRow(page, name)).toContainText('R$ 1.234,50');
    const picture = await page.request.get(product?.image ?? '');
    const { format, width, height } = await sharp(await picture.body()).metadata();
    expect(format).toBe('webp');
    expect(width).toBeLessThanOrEqual(1_280);
    expect(width / height).toBeCloseTo(1.5, 1);
    expect((await picture.body()).byteLength).toBeLessThanOrEqual(160 * 1024);
    await page.goto('/');
    await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  });

  test('is created with its installer, put on sale from the toast, and keeps what is typed over its tabs', async ({
    page,
  }) => {
    const name = 'Contraluz';
    await openAlive(page, '/admin/products?novo=1');
    await productField(page, 'Nome').fill(name);
    await productField(page, 'Descrição').fill('Luz que entra por trás.');
    await productField(page, 'Preço').fill('79,9');
    const installer = { name: 'contraluz-1.2.0.zip', mimeType: 'application/zip', buffer: Buffer.from('um plugin') };
    await productField(page, 'Solte o instalador aqui ou escolha').setInputFiles(installer);
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Em revisão');
    await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
    const drawer = page.locator('[data-drawer]');
    await expect(drawer.getByRole('textbox', { name: 'Versão' })).toHaveValue('1.2.0');
    await expect(drawer.getByText('Enviado e conferido')).toBeVisible();
    await drawer.getByRole('button', { name: 'Publicar versão' }).click();
    await toast(page).getByRole('button', { name: 'Ativar na loja', includeHidden: true }).click();
    await expect(toast(page)).toContainText(`${name} está na loja`);
    expect((await readProducts(page, name))[0]).toMatchObject({ status: 'active', currentVersion: '1.2.0' });

    const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
    const [named, claimed] = [dialog.getByLabel('Nome', { exact: true }), dialog.getByLabel('Frase de apresentação')];
    await dialog.getByRole('tab', { name: 'Dados' }).click();
    await named.fill('Contraluz 2');
    await dialog.getByRole('tab', { name: 'Página' }).click();
    await claimed.fill('A luz vem de trás');
    for (const tab of ['Compatibilidade', 'Licença', 'Versões', 'Página']) {
      await dialog.getByRole('tab', { name: tab }).click();
    }
    await expect(claimed).toHaveValue('A luz vem de trás');
    await dialog.getByRole('tab', { name: 'Dados' }).click();
    await expect(named).toHaveValue('Contraluz 2');
    await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(toast(page)).toContainText('Produto atualizado');
    expect((await readProducts(page, 'Contraluz 2'))[0]).toMatchObject({ tagline: 'A luz vem de trás' });
  });

  test.describe('with things that glide, as most people see them', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });

    test('is edited: its details load, and the video is removed only on save', async ({ page }) => {
      const name = 'Para Editar';
      await makeProduct(page, {
        name,
        description: 'Antes',
        isFeatured: true,
        originalPrice: '20',
        videoUrl: '/uploads/grade-cinema.webm',
      });
      await openProducts(page, `?q=${encodeURIComponent(name)}`);
      await chooseAction(page, name, 'Editar');
      await expect(productDialog(page)).toHaveAccessibleName('Editar Produto');
      await expect(productField(page, 'Nome')).toHaveValue(name);
      await expect(productField(page, 'Nome')).toBeFocused();
      await expect(productField(page, 'Preço original')).toHaveValue('R$ 20,00');
      await productField(page, 'Descrição').fill('Depois');
      await productField(page, 'Produto em destaque').uncheck();
      await expect(page.getByText('Preço original')).toBeHidden();
      await productDialog(page).getByRole('button', { name: 'Remover vídeo' }).click();
      await expect(toast(page)).toContainText('Vídeo removido');
      expect((await readProducts(page, name))[0]?.videoUrl).toBe('/uploads/grade-cinema.webm');
      await productField(page, 'Ou endereço do YouTube').fill('https://youtu.be/dQw4w9WgXcQ');
      await productField(page, 'Ou endereço do YouTube').blur();
      await expect(productField(page, 'Ou endereço do YouTube')).toHaveValue(
        'https://www.youtube.com/embed/dQw4w9WgXcQ',
      );
      await chooseIn(page, 'Status', 'Em revisão');
      await productDialog(page).getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(toast(page)).toContainText('Produto atualizado');
      await closeProduct(page);
      await expect(productRow(page, name)).toContainText('Em revisão');
      await expect(productRow(page, name)).toContainText('Depois');
      const [product] = await readProducts(page, name);
      expect(product).toMatchObject({ originalPrice: null, videoUrl: 'https://www.youtube.com/embed/dQw4w9WgXcQ' });
    });
  });

  test('is saved whole by one bar, whatever its tabs hold', async ({ page }) => {
    const name = 'Uma Só Barra';
    const { id } = await makeProduct(page, { name, description: 'Antes' });
    const address = (tab: string) => new RegExp(`[?&]id=${id}${tab}$`);
    const tab = (label: string) => productDialog(page).getByRole('tab', { name: label });
    const bar = productDialog(page).getByRole('status').filter({ hasText: 'alteraç' });
    await openProducts(page, `?q=${encodeURIComponent(name)}`);
    await chooseAction(page, name, 'Editar');
    await expect(productField(page, 'Nome')).toBeFocused();
    await expect(page).toHaveURL(address(''));

    await test.step('it counts what changed, and where', async () => {
      await productField(page, 'Descrição').fill('Depois');
      await tab('Página').click();
      await expect(page).toHaveURL(address('&aba=pagina'));
      await productField(page, 'Frase de apresentação').fill('Tudo de uma vez');
      await productField(page, 'O que faz').fill('Muito.');
      await tab('Licença').click();
      await productField(page, 'Dias sem internet').fill('2');
      await expect(bar).toHaveText('4 alterações em Dados, Página e Licença');
      await expect(tab('Página com alterações')).toBeVisible();
      await expect(tab('Compatibilidade')).toHaveAccessibleName('Compatibilidade');
      await expectAccessible(page, 'a product with changes');
    });

    await test.step('an error leads to its tab and field, and nothing typed goes', async () => {
      await tab('Versões').click();
      await page.keyboard.press('ControlOrMeta+S');
      await expect(tab('Licença')).toHaveAttribute('aria-selected', 'true');
      await expect(productField(page, 'Dias sem internet')).toBeFocused();
      await expect(bar).toHaveText('4 alterações em Dados, Página e Licença, 1 para corrigir');
      expect((await readProducts(page, name))[0]?.description).toBe('Antes');
    });

    await test.step('Back asks once, and keeps the window', async () => {
      await page.goBack();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('Descartar as alterações?');
      await question.getByRole('button', { name: 'Cancelar' }).click();
      await expect(page).toHaveURL(address('&aba=licenca'));
      await expect(productField(page, 'Dias sem internet')).toHaveValue('2');
    });

    await test.step('one press saves all of it, and the window stays', async () => {
      await productField(page, 'Dias sem internet').fill('45');
      await page.keyboard.press('ControlOrMeta+S');
      await expect(toast(page)).toContainText('Produto atualizado');
      await expect(bar).toBeHidden();
      const [product] = await readProducts(page, name);
      expect(product).toMatchObject({ description: 'Depois', tagline: 'Tudo de uma vez', offlineDays: 45 });
      await page.reload();
      await expect(tab('Licença')).toHaveAttribute('aria-selected', 'true');
      await expect(productField(page, 'Dias sem internet')).toHaveValue('45');
      await tab('Página').click();
      await expect(productField(page, 'O que faz')).toHaveValue('Muito.');
      await page.goBack();
      await expect(productDialog(page)).toBeHidden();
      await expect(productRow(page, name)).toBeVisible();
    });
  });

  test('is deleted after confirmation', async ({ page }) => {
    const name = 'Fora de Linha';
    await makeProduct(page, { name });
    await openProducts(page, `?q=${encodeURIComponent(name)}`);
    await chooseAction(page, name, 'Excluir...');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      `Tem certeza que deseja excluir o produto ${name}? Esta ação não pode ser desfeita.`,
    );
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rowMenu(page, name)).toBeFocused();
    await chooseAction(page, name, 'Excluir...');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page)).toContainText('Produto excluído');
    await expect(page.getByText('Nenhum produto encontrado.')).toBeVisible();
    expect(await readProducts(page, name)).toEqual([]);
  });

  test('is created by keyboard alone', async ({ page }) => {
    await openProducts(page);
    const add = page.getByRole('button', { name: 'Adicionar Produto' });
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    await expect(productField(page, 'Nome')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(productField(page, 'Nome')).toHaveAccessibleDescription(
      'Informe o nome do produto, com até 120 caracteres.',
    );
    await expect(productField(page, 'Nome')).toBeFocused();
    await page.keyboard.type('Só Teclado');
    const type = async (target: Locator, text: string) => {
      await tabTo(page, target);
      await page.keyboard.type(text);
    };
    await type(productField(page, 'Descrição'), 'Sem tocar no mouse.');
    await tabTo(page, productDialog(page).getByRole('combobox', { name: 'Status' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Em revisão', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Inativo', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, productField(page, 'Produto em destaque'));
    await page.keyboard.press('Space');
    await type(productField(page, 'Preço'), '49,9');
    await type(productField(page, 'Preço original'), '60');
    await tabTo(page, productField(page, 'Escolher imagem'));
    await type(productField(page, 'Link de download'), 'https://a.test/teclado.zip');
    await tabTo(page, productDialog(page).getByRole('button', { name: 'Criar produto' }));
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Produto criado');
    await tabTo(page, productDialog(page).getByRole('button', { name: 'Fechar' }));
    await page.keyboard.press('Enter');
    await expect(add).toBeFocused();
    const [product] = await readProducts(page, 'Só Teclado');
    expect(product).toMatchObject({ status: 'Inativo', price: 'R$ 49,90', originalPrice: 'R$ 60,00' });
  });

  test('that is half typed survives an accidental close', async ({ page }) => {
    await openProducts(page);
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    await expect(productField(page, 'Nome')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(productDialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    await productField(page, 'Nome').fill('Quase');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Descartar as alterações?');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(productField(page, 'Nome')).toHaveValue('Quase');
    await productDialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await question.getByRole('button', { name: 'Descartar alterações' }).click();
    await expect(productDialog(page)).toBeHidden();
  });

  test.describe('when a request fails', () => {
    test.use({ provokes: /Failed to load resource|Falha na chamada/ });

    test('is neither saved without its image nor against the shop, which says so at the fields', async ({ page }) => {
      await test.step('without its image', async () => {
        await openProducts(page);
        await page.getByRole('button', { name: 'Adicionar Produto' }).click();
        await productField(page, 'Nome').fill('Sem Upload');
        await productField(page, 'Descrição').fill('Nada');
        await productField(page, 'Preço').fill('10');
        await productField(page, 'Link de download').fill('https://a.test/a.zip');
        await productField(page, 'Escolher imagem').setInputFiles({
          name: 'nota.png',
          mimeType: 'image/png',
          buffer: Buffer.from('isto não é uma imagem'),
        });
        await expect(productField(page, 'Escolher imagem')).toHaveAccessibleDescription(
          /^Não foi possível ler esta imagem\./,
        );
        await productField(page, 'Escolher imagem').setInputFiles(await photograph(400, 300));
        await expect(productDialog(page).getByText(/^Pronta para envio/)).toBeVisible();
        await page.route('**/api/upload', (route) => route.abort());
        await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
        await expect(toast(page)).toContainText('Erro no upload');
        await expect(toast(page)).toContainText('Não foi possível fazer o upload da imagem. Tente novamente.');
        await expect(productField(page, 'Nome')).toHaveValue('Sem Upload');
        expect(await readProducts(page, 'Sem Upload')).toEqual([]);

        await productField(page, 'Enviar vídeo').setInputFiles(VIDEO);
        await expect(productDialog(page).getByText(/^Não foi possível fazer o upload do vídeo\./)).toBeVisible();
      });

      await test.step('errors of the server at their fields', async () => {
        await page.unrouteAll();
        await openAlive(page, '/admin/products?novo=1');
        await productField(page, 'Nome').fill('Recusado');
        await productField(page, 'Descrição').fill('Nada');
        await productField(page, 'Link de download').fill('https://a.test/a.zip');
        await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
        await expect(productField(page, 'Preço')).toHaveAccessibleDescription(
          'Publicar de graça não é possível: o menor valor é R$ 0,50.',
        );
        await productField(page, 'Preço').fill('10');
        const sentence = 'Já existe um arquivo com este endereço.';
        await page.route('**/api/admin/products', (route) =>
          route.request().method() === 'POST'
            ? route.fulfill({
                status: 422,
                json: { message: sentence, code: 'invalid', fields: { downloadUrl: sentence } },
              })
            : route.continue(),
        );
        await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
        await expect(productField(page, 'Link de download')).toHaveAccessibleDescription(sentence);
        await expect(productField(page, 'Link de download')).toBeFocused();
        await expect(toast(page)).toBeHidden();
        await page.unroute('**/api/admin/products');
        await page.route('**/api/admin/products', (route) =>
          route.fulfill({ status: 422, json: { message: sentence, code: 'invalid', fields: { other: sentence } } }),
        );
        await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
        await expect(toast(page)).toContainText('Ocorreu um erro ao processar o formulário.');
        await page.unroute('**/api/admin/products');
        await page.route('**/api/admin/products', (route) => route.fulfill({ status: 500, body: 'nada' }));
        await productDialog(page).getByRole('button', { name: 'Criar produto' }).click();
        await expect(toast(page)).toContainText('Ocorreu um erro ao criar o produto. Tente novamente mais tarde.');
      });
    });

    test('keeps all that was typed in every tab when the save fails', async ({ page }) => {
      const name = 'Nada Se Perde';
      const { id } = await makeProduct(page, { name });
      await openAlive(page, `/admin/products?abrir=${id}`);
      await productField(page, 'Nome').fill('Outro nome');
      await productDialog(page).getByRole('tab', { name: 'Página' }).click();
      await productField(page, 'Frase de apresentação').fill('Ainda aqui');
      await page.route(`**/api/admin/products/${id}`, (route) => route.abort());
      await productDialog(page).getByRole('button', { name: 'Salvar alterações' }).click();
      await expect(toast(page)).toContainText('Ocorreu um erro ao atualizar o produto.');
      await expect(productField(page, 'Frase de apresentação')).toHaveValue('Ainda aqui');
      await expect(productField(page, 'Nome')).toHaveValue('Outro nome');
      await page.unroute(`**/api/admin/products/${id}`);
      await page.keyboard.press('ControlOrMeta+S');
      await expect(toast(page)).toContainText('Produto atualizado');
      expect(await readProducts(page, 'Outro nome')).toMatchObject([{ id, tagline: 'Ainda aqui' }]);
    });

    test('shows that its details or its deletion failed, and retries', async ({ page }) => {
      await test.step('details', async () => {
        await openProducts(page, '?q=Grade');
        await page.route('**/details', (route) => route.abort());
        await chooseAction(page, 'Grade Cinema', 'Editar');
        await expect(
          page.getByText('Não foi possível carregar os detalhes do produto. Tente novamente.'),
        ).toBeVisible();
        await page.unroute('**/details');
        await page.getByRole('button', { name: 'Tentar novamente' }).click();
        await expect(productField(page, 'Nome')).toHaveValue('Grade Cinema');
      });

      await test.step('deletion', async () => {
        await closeProduct(page);
        await page.route('**/api/admin/products/grade-cinema', (route) => route.abort());
        await chooseAction(page, 'Grade Cinema', 'Excluir...');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
        await expect(toast(page)).toContainText('Erro ao excluir');
        await expect(toast(page)).toContainText('Não foi possível excluir o produto. Tente novamente.');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
        await expect(productRow(page, 'Grade Cinema')).toBeVisible();
      });
    });
  });

  test.describe('whose video uploads slowly', () => {
    test('shows progress, can be canceled, and is saved after the upload', async ({ page }) => {
      await openProducts(page);
      await page.getByRole('button', { name: 'Adicionar Produto' }).click();
      await page.route('**/api/upload', () => {});
      await productField(page, 'Enviar vídeo').setInputFiles(VIDEO);
      await expect(productDialog(page).getByRole('progressbar', { name: 'Envio do vídeo' })).toBeVisible();
      await expect(productDialog(page).getByRole('button', { name: 'Criar produto' })).toBeDisabled();
      await productDialog(page).getByRole('button', { name: 'Cancelar envio' }).click();
      await expect(productField(page, 'Enviar vídeo')).toBeVisible();
      await productField(page, 'Enviar vídeo').setInputFiles({
        name: 'filme.avi',
        mimeType: 'video/x-msvideo',
        buffer: Buffer.from('RIFF'),
      });
      await expect(productField(page, 'Enviar vídeo')).toHaveAccessibleDescription('Envie um vídeo MP4, WebM ou Ogg.');
    });
  });
});
