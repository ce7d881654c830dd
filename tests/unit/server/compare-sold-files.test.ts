import { expect, test } from 'vitest';
import { compareSoldFiles } from '#src/server/backup/compare-sold-files.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const opened = openShopForEachTest();

const compare = (isWithContent: boolean) => compareSoldFiles(opened.shop.db, opened.shop.soldFiles, { isWithContent });
async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

test('files of versions that are as they were sent are told in one line', async () => {
  const rows = await opened.shop.db.selectFrom('releaseFiles').select('id').execute();
  expect(rows.length).toBeGreaterThan(2);
  expect(await compare(true)).toEqual([
    {
      name: 'Arquivos das versões',
      state: 'right',
      sentence: `${rows.length} no lugar, tamanho e SHA-256 conferidos.`,
      toCopy: null,
    },
  ]);
});

test('one that is gone, one that is shorter and one that is another are named, each with what to do', async () => {
  const { db, soldFiles } = opened.shop;
  const rows = await db.selectFrom('releaseFiles').selectAll().orderBy('id').limit(3).execute();
  const [gone, shorter, other] = rows;
  if (!gone || !shorter || !other) throw new Error('The demo shop has too few files.');
  await soldFiles.delete(gone.storedAs);
  await soldFiles.put(shorter.storedAs, bytesOf('curto'));
  await soldFiles.put(other.storedAs, bytesOf('x'.repeat(other.sizeBytes)));

  const bySize = (await compare(false)).map(({ state, sentence }) => [state, sentence]);
  expect(bySize).toHaveLength(2);
  expect(bySize).toContainEqual(['wrong', 'o arquivo não está onde foi guardado. Traga-o de um backup.']);
  expect(bySize).toContainEqual(['wrong', expect.stringMatching(/^tem 5 bytes em vez de [\d.]+ bytes\./)]);
  const byContent = await compare(true);
  expect(byContent).toHaveLength(3);
  const changed = byContent.find(({ name }) => name.endsWith(`, ${other.fileName}`));
  expect(byContent.map(({ sentence }) => sentence)).toContain(
    'o conteúdo não é o que foi enviado. Traga-o de um backup.',
  );
  expect(changed?.name).toMatch(/^.+ \d[\w.-]*, .+\.\w+$/);
});
