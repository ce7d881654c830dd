import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page, Request } from '@playwright/test';
import { PIECE_BYTES, RELEASE_TEXTS, TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive, toast } from '../../support/browser/checkout.ts';
import { makeProduct, productDialog } from '../../support/browser/product-screen.ts';
import { chooseAction } from '../../support/browser/row-menu.ts';
import { login } from '../../support/calls/client.ts';
import { buy, pickProduct } from '../../support/purchases/buy.ts';
import { draftRelease, publish, publishVersion, sendFile } from '../../support/purchases/releases.ts';

const ANY_TRANSFER = `**${TRANSFER_PATH}/**`;
const FILE = { name: 'ciclo.zip', mimeType: 'application/zip', buffer: Buffer.from('um plugin inteiro') };

test.describe('a version', () => {
  test.use({ provokes: /status of 409|A versão 1\.0 já existe|Failed to load resource|ERR_/ });
  test.beforeEach(async ({ page, store }) => {
    await passGate(page, store, 'products');
  });

  test('is written, published and withdrawn, and nothing typed is lost', async ({ page }) => {
    const { id } = await makeProduct(page, { name: 'Ciclo Inteiro' });
    await openVersions(page, id);
    await expect(page.getByText('Nenhuma versão ainda')).toBeVisible();
    await page.getByRole('button', { name: 'Nova versão' }).click();

    await test.step('what is missing or wrong is told at its field', async () => {
      await versionField(page).fill('dois');
      await notesField(page).fill('- **Zoom** de 4×');
      await publishButton(page).click();
      await expect(versionField(page)).toHaveAccessibleDescription(RELEASE_TEXTS.version);
      await expect(versionField(page)).toBeFocused();
      await versionField(page).fill('1.0');
      await publishButton(page).click();
      await expect(dropZone(page)).toHaveAccessibleDescription(RELEASE_TEXTS.noFiles);
      await drawer(page).getByLabel('Ver como fica').check();
      await expect(drawer(page).getByRole('listitem')).toHaveText('Zoom de 4×');
      await drawer(page).getByLabel('Escrever').check();
      await page.keyboard.press('Escape');
      await expect(question(page)).toContainText('O que você mudou nesta versão ainda não foi salvo.');
      await question(page).getByRole('button', { name: 'Cancelar' }).click();
      await expect(notesField(page)).toHaveValue('- **Zoom** de 4×');
    });

    await test.step('a file is sent, and the version published', async () => {
      await dropZone(page).setInputFiles(FILE);
      await expect(drawer(page).getByText('Enviado e conferido')).toBeVisible();
      await drawer(page).getByLabel('Rótulo de ciclo.zip').fill('Instalador');
      await expectAccessible(page, 'draft with a file');
      await publishButton(page).click();
      await expect(toast(page)).toContainText('Versão 1.0 publicada');
      await expect(drawer(page)).toBeHidden();
      await expect(versionRow(page, '1.0')).toContainText('Publicada');
      await page.getByRole('tab', { name: 'Dados' }).click();
      const sentence = 'Versão 1.0 publicada. O endereço abaixo só vale enquanto não houver versão.';
      await expect(productDialog(page).getByText(sentence)).toBeVisible();
      await page.getByRole('tab', { name: 'Versões' }).click();
    });

    await test.step('a version that is there already is refused at its field', async () => {
      await page.getByRole('button', { name: 'Nova versão' }).click();
      await versionField(page).fill('1.0');
      await drawer(page).getByRole('button', { name: 'Salvar rascunho' }).click();
      await expect(versionField(page)).toHaveAccessibleDescription('A versão 1.0 já existe neste produto.');
      await versionField(page).fill('1.1');
      await drawer(page).getByRole('button', { name: 'Salvar rascunho' }).click();
      await expect(toast(page)).toContainText('Rascunho salvo');
      // Nothing closes it while it is busy.
      await expect(drawer(page).getByRole('button', { name: 'Salvar rascunho' })).not.toHaveAttribute('aria-disabled');
      await drawer(page).getByRole('button', { name: 'Fechar' }).click();
      await chooseAction(page, 'versão 1.1', 'Excluir o rascunho...');
      await question(page).getByRole('button', { name: 'Excluir rascunho' }).click();
      await expect(versionRow(page, '1.1')).toHaveCount(0);
    });

    await test.step('the published one is withdrawn, with a reason', async () => {
      await page.getByRole('button', { name: '1.0', exact: true }).click();
      await drawer(page).getByRole('button', { name: 'Retirar versão' }).click();
      await expect(question(page)).toContainText(
        'Não sobra outra versão: quem comprou volta a receber o arquivo do link de download.',
      );
      await question(page).getByRole('button', { name: 'Retirar versão' }).click();
      await expect(question(page).getByLabel('Motivo')).toHaveAccessibleDescription(RELEASE_TEXTS.reason);
      await question(page).getByLabel('Motivo').fill('Fechava o Premiere.');
      await question(page).getByRole('button', { name: 'Retirar versão' }).click();
      await expect(versionRow(page, '1.0')).toContainText('Retirada');
      await page.getByRole('button', { name: '1.0', exact: true }).click();
      await expect(drawer(page)).toContainText('Fechava o Premiere.');
    });
  });

  test('that forgot a system gets its file later, and says so to those who may use it', async ({
    page,
    client,
    store,
  }) => {
    const owner = await login(store);
    const { id: productId } = await pickProduct(client, ({ name }) => name === 'Letra Viva');
    const files = { 'legenda-win.zip': 'windows', 'legenda-mac.dmg': 'macos' } as const;
    for (const version of ['8.0', '8.1']) {
      const { id } = await draftRelease(owner, productId, { version, notes: '- Mais **rápida**' });
      for (const [fileName, platform] of Object.entries(files)) {
        if (version === '8.1' && platform === 'windows') continue;
        await sendFile(owner, { releaseId: id, fileName, platform, bytes: Buffer.from(fileName) }, { url: store.url });
      }
      await publish(owner, id);
    }
    await buy(client, { productId });

    await openVersions(page, productId);
    await expect(productDialog(page).getByText('Falta o instalador para Windows na versão 8.1')).toBeVisible();
    await expectAccessible(page, 'a version without a file for a system');
    await page.getByRole('button', { name: 'Enviar agora' }).click();
    const zone = drawer(page).getByLabel('Falta o instalador para Windows: solte aqui ou escolha');
    // Its name tells no system, and there is one that is missing.
    await zone.setInputFiles({ ...FILE, name: 'legenda-setup.zip' });
    await expect(drawer(page).getByRole('combobox', { name: /^Sistema de/ })).toHaveText('Windows');
    await expect(drawer(page).getByText('Ainda não publicado')).toBeVisible();
    await expect(drawer(page).getByRole('button', { name: 'Remover legenda-mac.dmg' })).toHaveCount(0);
    await drawer(page)
      .getByRole('switch', { name: /^Avisar (as \d+ pessoas|a pessoa) que podem? usar Windows$/ })
      .check();
    await expectAccessible(page, 'a file that came later');
    await drawer(page).getByRole('button', { name: 'Publicar para Windows' }).click();
    await expect(toast(page)).toContainText('Versão 8.1 publicada para Windows');
    const notice = drawer(page).getByRole('region', { name: 'Aviso por e-mail para Windows' });
    await expect(notice.getByRole('status')).toHaveText(/^Envia(ndo|do): \d+ de \d+(?:, .+)?$/);
    await expect(drawer(page).getByRole('button', { name: 'Remover legenda-setup.zip' })).toHaveCount(0);
    await drawer(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(productDialog(page).getByText('Falta o instalador')).toHaveCount(0);

    await page.goto(`/plugins/letra-viva/versoes`);
    await expect(page.getByText('Windows').first()).toBeVisible();
  });

  test.describe('whose line is cut', () => {
    test('is uploaded from where it stopped, also after a closed tab', async ({ page }, testInfo) => {
      const { id } = await makeProduct(page, { name: 'Envio Longo' });
      const file = testInfo.outputPath('EnvioLongo-1.2.0-win.zip');
      await writeFile(file, randomBytes(PIECE_BYTES + 500_000));
      const offsets = watchOffsets(page);

      await openVersions(page, id);
      await page.getByRole('button', { name: 'Nova versão' }).click();
      await test.step('the line is cut after the first piece', async () => {
        await page.route(ANY_TRANSFER, (route) => (isLaterPiece(route.request()) ? route.abort() : route.continue()));
        await dropZone(page).setInputFiles(file);
        await expect(versionField(page)).toHaveValue('1.2.0');
        await expect(drawer(page).getByText('A conexão caiu. O envio continua de onde parou.')).toBeVisible();
        await expect(drawer(page).getByText('Falta 1 envio para publicar.')).toBeVisible();
        await expect(publishButton(page)).toBeDisabled();
      });

      await test.step('the tab is closed and opened again', async () => {
        await openVersions(page, id);
        await page.unroute(ANY_TRANSFER);
        await page.getByRole('button', { name: '1.2.0', exact: true }).click();
        await expect(drawer(page).getByText('Um envio ficou pela metade')).toBeVisible();
        offsets.length = 0;
        await dropZone(page).setInputFiles(file);
        await expect(drawer(page).getByText('Enviado e conferido')).toBeVisible();
        expect(offsets).toEqual([PIECE_BYTES]);
        await expect(drawer(page).getByText('Um envio ficou pela metade')).toBeHidden();
        await expect(drawer(page).getByRole('combobox', { name: /^Sistema de/ })).toHaveText('Windows');
      });
    });
  });
});

test.describe('a buyer on Windows', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36' });

  test('sees the version and its notes, and downloads the file of the system', async ({ page, client, store }) => {
    const owner = await login(store);
    const { id: productId } = await pickProduct(client, ({ name }) => name === 'Legenda Já');
    const older = { 'legenda-9.0-win.zip': Buffer.from('a versão velha') };
    await publishVersion(owner, productId, { version: '9.0', url: store.url, files: older });
    const files = { 'legenda-mac.dmg': 'para o Mac', 'legenda-win.zip': 'para o Windows' };
    const { id } = await draftRelease(owner, productId, { version: '9.1', notes: '- Legendas **mais rápidas**' });
    for (const [fileName, text] of Object.entries(files)) {
      const platform = fileName.endsWith('.dmg') ? 'macos' : 'windows';
      await sendFile(owner, { releaseId: id, fileName, platform, bytes: Buffer.from(text) }, { url: store.url });
    }
    await publish(owner, id);
    await test.step('the page of the product names the version', async () => {
      await page.goto(`/checkout/${productId}`);
      await expect(page.getByText('Versão 9.1')).toBeVisible();
    });
    const purchase = await buy(client, { productId });
    await page.goto(`/purchase/success/${purchase.id}#arquivos`);
    const downloads = page.locator('#arquivos');
    await expect(downloads.getByText('Versão 9.1')).toBeVisible();
    await expect(downloads.getByRole('link', { name: /^Baixar para/ })).toHaveText([
      'Baixar para Windows, 1 KB',
      'Baixar para macOS, 1 KB',
    ]);
    await downloads.getByText('O que mudou').click();
    await expect(downloads.getByText('Legendas mais rápidas')).toBeVisible();
    await downloads.getByText('SHA-256', { exact: true }).click();
    await expect(downloads.getByLabel('SHA-256 de legenda-win.zip', { exact: true })).toHaveValue(/^[0-9a-f]{64}$/);
    await downloads.getByText('Versões anteriores').click();
    await expect(downloads.getByRole('link', { name: /versão 9\.0$/ })).toBeVisible();
    await expectAccessible(page, 'files of a purchase');
    const arriving = page.waitForEvent('download');
    await downloads.getByRole('link', { name: 'Baixar para Windows, 1 KB' }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toBe('legenda-win.zip');
    expect(await readFile(await file.path(), 'utf8')).toBe('para o Windows');

    await test.step('a withdrawn version gives its place back', async () => {
      await owner.post(`/api/admin/releases/${id}/withdraw`, { reason: 'Fechava o editor.' });
      await page.reload();
      await expect(downloads.getByText('Versão 9.0')).toBeVisible();
    });
  });
});

function openVersions(page: Page, productId: string): Promise<void> {
  return openAlive(page, `/admin/products?id=${productId}&aba=versoes`);
}

function drawer(page: Page): Locator {
  return page.locator('[data-drawer]');
}

function dropZone(page: Page): Locator {
  return drawer(page).getByLabel('Solte os arquivos aqui ou escolha');
}

function versionField(page: Page): Locator {
  return drawer(page).getByRole('textbox', { name: 'Versão' });
}

function notesField(page: Page): Locator {
  return drawer(page).getByRole('textbox', { name: 'O que mudou' });
}

function question(page: Page): Locator {
  return page.getByRole('alertdialog');
}

function versionRow(page: Page, version: string): Locator {
  return productDialog(page).getByRole('row').filter({ hasText: version });
}

function publishButton(page: Page): Locator {
  return drawer(page).getByRole('button', { name: 'Publicar versão' });
}

function isLaterPiece(request: Request): boolean {
  return request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0';
}

/** Notes where each piece that is sent begins. */
function watchOffsets(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}
