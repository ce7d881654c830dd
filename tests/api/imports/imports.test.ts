import { expect, test } from 'vitest';
import { IMPORT_LIMIT_BYTES, type StoreImport } from '#src/wire/imports/imports.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openRawConnection } from '../../support/calls/raw-http.ts';
import { fileForm, ownFile } from '../../support/imports/own-file.ts';
import { enterAsBuyer } from '../../support/purchases/buyers.ts';

const store = startStoreForFile();
const owner = loginForFile(store);
const stranger = openClientForFile(store);

const PATH = '/api/admin/imports';
const send = (text: string, name?: string) => owner.fetch(PATH, { method: 'POST', body: fileForm(text, name) });

test('a file is read for administrators alone, and told whole', async () => {
  // Who may not is told before anything of a file was read, and maybe before all of one was sent.
  expect((await stranger.post(PATH, { file: 'texto' })).status).toBe(401);

  const response = await send(ownFile(12), 'pasta/minhas vendas.csv');

  expect(response.status).toBe(201);
  const read = (await response.json()) as StoreImport;
  expect(read).toMatchObject({
    state: 'checked',
    source: 'own',
    fileName: 'minhas vendas.csv',
    counts: { sales: 12, refunded: 2 },
  });
  expect((await owner.get(`${PATH}/${read.id}`)).json()).toMatchObject({ id: read.id });
  expect((await owner.get(PATH)).json()).toMatchObject([{ id: read.id, state: 'checked', sales: 12 }]);
  expect((await owner.delete(`${PATH}/${read.id}`)).status).toBe(200);
  expect((await owner.get(`${PATH}/${read.id}`)).status).toBe(404);
});

test('what is no table is refused: 415, 413 and 422', async () => {
  expect((await send('PK\u0003\u0004')).status).toBe(415);
  expect((await owner.post(PATH, { file: 'texto' })).status).toBe(415);
  const cookie = `session=${owner.cookies.get('session')}`;
  const head = [
    `POST ${PATH} HTTP/1.1`,
    'Host: loja',
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=limite',
    `Content-Length: ${IMPORT_LIMIT_BYTES + 100_000}`,
  ];
  const line = await openRawConnection(store.url, `${head.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => line.heard()).toMatch(/^HTTP\/1.1 413 /);
  expect((await send(ownFile(0))).status).toBe(422);
});

test('problems come as a table of their own', async () => {
  const read = (await (await send(`${ownFile(1)}\nx;rui@@x;;Grade Cinema;1,00;14/03/2026;;;`)).json()) as StoreImport;
  const table = await owner.fetch(`${PATH}/${read.id}/problems.csv`);

  expect(table.headers.get('content-disposition')).toContain('linhas-com-problema.csv');
  expect(await table.text()).toContain('3;E-mail;rui@@x;Não é um e-mail. Corrija no CSV.');
});

test('an import without what it needs is 422, and one in another state 409', async () => {
  const { id } = (await (await send('a,b,c,d\n1,2,3,4\n')).json()) as StoreImport;
  const unmapped = await owner.post(`${PATH}/${id}/run`, { products: [] });
  expect([unmapped.status, unmapped.json()]).toEqual([422, expect.objectContaining({ code: 'mapping' })]);
  expect((await owner.post(`${PATH}/${id}/undo`)).status).toBe(409);
  expect((await owner.put(`${PATH}/${id}`, { columns: { email: 7 } })).status).toBe(422);
  expect((await owner.post(`${PATH}/unknown/run`, { products: [] })).status).toBe(404);
});

test('the worker brings the sales, and their people enter Minhas compras at once', async () => {
  const { id } = (await (await send(ownFile(30))).json()) as StoreImport;
  expect((await owner.post(`${PATH}/${id}/run`, { products: [] })).status).toBe(202);
  const state = async () => (await owner.get(`${PATH}/${id}`)).json<StoreImport>().state;
  await expect.poll(state).toBe('done');

  const buyer = await enterAsBuyer(store, 'pessoa1@exemplo.com');
  expect((await buyer.get('/minhas-compras')).text).toContain('IMP-1');
  expect((await owner.post(`${PATH}/${id}/undo`)).json()).toMatchObject({ code: 'touched' });
});
