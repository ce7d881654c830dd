import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { TAKEOUT_PATH, type TakeoutAddress } from '#src/wire/takeout/takeout.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';

const store = startStoreForFile();
const owner = loginForFile(store);
const stranger = openClientForFile(store);

test('an owner who just typed the password gets the whole shop, and nobody else', async () => {
  const { address } = (await owner.post(TAKEOUT_PATH)).json<TakeoutAddress>();
  const response = await owner.fetch(address);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="loja-\d{4}-\d\d-\d\d\.zip"/);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['LEIA-ME.txt', 'vendas.csv', 'dados/clientes.csv']));

  expect((await stranger.get(TAKEOUT_PATH)).status).toBe(401);
  const longAgo = Math.floor(Date.now() / 1000) - 3_600;
  await store.database().updateTable('sessions').set({ created_at: longAgo, confirmedAt: null }).execute();
  for (const refused of [await owner.get(TAKEOUT_PATH), await owner.post(TAKEOUT_PATH)]) {
    expect([refused.status, refused.json<ErrorBody>().code]).toEqual([403, 'confirm_identity']);
  }
});
