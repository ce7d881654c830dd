import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';

const GUMROAD = `Purchase ID,Item Name,Buyer Name,Purchase Email,Purchase Date,Sale Price ($),Fully Refunded?,License Key
g1,Grade Cinema,Rui Lima,rui.gumroad@exemplo.com,2026-03-14,24.00,0,AAAA-1
g2,Old Bundle 2021,Bia,bia.gumroad@exemplo.com,2026-03-15,10.00,1,AAAA-2
g3,Grade Cinema,Caio,caio@@exemplo.com,2026-03-16,24.00,0,AAAA-3
g4,Grade Cinema,Dora,dora@exemplo.com,2026-02-31,24.00,0,AAAA-4
g5,Grade Cinema,Eva,eva@exemplo.com,2026-03-17,24.00,0,"AAAA-5, AAAA-6"
Totals,,,,,106.00,,
`;

test('a shop of Gumroad is checked, imported, told apart and undone', async ({ page, store }) => {
  await enter(page, store);
  await openAlive(page, '/admin/settings?secao=trazer');
  await expectAccessible(page, 'where a file is chosen');

  await test.step('check', async () => {
    const dataTransfer = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      for (const name of ['2025.csv', '2026.csv', 'capa.png']) dropped.items.add(new File(['x'], name));
      return dropped;
    });
    await page.getByRole('region', { name: 'O CSV das vendas' }).dispatchEvent('drop', { dataTransfer });
    await expect(page.getByRole('alert')).toHaveText('Solte um CSV de cada vez.');
    await page
      .getByLabel('CSV das vendas', { exact: true })
      .setInputFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(GUMROAD) });
    await expect(page.getByText('Nada foi gravado ainda')).toBeVisible();
    await expect(page.getByRole('heading', { name: '3 linhas com problema' })).toBeVisible();
    await expect(page.getByText('Duas chaves na célula. Uma por linha.')).toBeVisible();
    await expect(page.getByText('2 no arquivo, todos com destino')).toBeVisible();
    await expect(page.getByLabel('Destino de Old Bundle 2021')).toContainText('Criar, inativo');
    await expectAccessible(page, 'a checked import');
  });

  await test.step('import, with the keyboard alone', async () => {
    await page.getByLabel('Quanto vale 1 USD em R$').fill('5,40');
    await page.getByRole('button', { name: 'Importar 2 vendas' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 vendas importadas')).toBeVisible();
    await expect(page.getByText('Ninguém foi avisado.')).toBeVisible();
  });

  await test.step('files come along, by their names or by a choice', async () => {
    const files = page.getByRole('region', { name: 'Arquivos dos produtos' });
    const zip = (name: string) => ({ name, mimeType: 'application/zip', buffer: Buffer.from(`o plugin ${name}`) });
    await files
      .getByLabel('Arquivos de vários produtos')
      .setInputFiles(
        [
          ...['9.1', '9.2', '9.3', '9.4'].map((version) => `grade-cinema-${version}.zip`),
          'instalador.zip',
          'produtos.csv',
        ].map(zip),
      );
    const grade = files.getByRole('listitem').filter({ hasText: 'Grade Cinema' }).first();
    await expect(grade).toContainText('Versão 9.1, rascunho');
    await expect(grade.getByText('Enviado e conferido')).toHaveCount(4);
    await expect(files).toContainText('produtos.csv é uma tabela: ela entra antes, em Conferir.');
    await expectAccessible(page, 'files of what came in');
    await files.getByLabel('Produto de instalador.zip').click();
    await page.getByRole('option', { name: 'Old Bundle 2021' }).click();
    const bundle = files.getByRole('listitem').filter({ hasText: 'Old Bundle 2021' }).first();
    await expect(bundle.getByText('Enviado e conferido')).toBeVisible();
    await expect(bundle.getByRole('link', { name: 'Publicar em Versões' })).toBeVisible();
    await bundle.getByRole('button', { name: 'Remover instalador.zip' }).click();
    await expect(bundle.getByText('Enviado e conferido')).toBeHidden();
    const dataTransfer = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['outro plugin'], 'grade-cinema-mac.zip'));
      return dropped;
    });
    await bundle.dispatchEvent('drop', { dataTransfer });
    await expect(bundle.getByText('Enviado e conferido')).toBeVisible();
    await expect(bundle.getByRole('button', { name: 'Remover grade-cinema-mac.zip' })).toBeVisible();
  });

  const here = page.url();
  await test.step('told apart', async () => {
    await openAlive(page, '/admin/sales?q=rui.gumroad');
    await expect(page.getByText('Importada', { exact: true }).first()).toBeVisible();
    await page.getByText('Rui Lima').first().click();
    await expect(page.getByText('Importada · Gumroad').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Devolvido por fora' })).toBeVisible();
  });

  await test.step('undo', async () => {
    await openAlive(page, new URL(here).pathname + new URL(here).search);
    await page.getByRole('button', { name: 'Desfazer importação' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer' }).click();
    await expect(page.getByText('O que veio saiu da loja.')).toBeVisible();
  });
});
