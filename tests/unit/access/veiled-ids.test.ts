import { beforeAll, expect, test } from 'vitest';
import { unveilIds, veilIds } from '#src/domain/access/veiled-ids.ts';
import { newId } from '#src/domain/ids.ts';
import type { Shop } from '#src/domain/shop.ts';
import { veiledResponse } from '#src/http/responses/veiled-response.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const opened = openShopForFile();
let shop: Shop;
let id: string;
let name: string;

beforeAll(async () => {
  ({ shop } = opened);
  await sell(shop, 'lote');
  ({ id } = await shop.db.selectFrom('purchases').select('id').orderBy('number', 'desc').executeTakeFirstOrThrow());
  name = await veilIds(shop, id);
});

test('the id of a purchase gets a name that leads back to it, and nothing else changes', async () => {
  expect(name).toMatch(/^x[0-9a-f]{32}$/);
  const other = newId();
  const text = `{"id":"${id}","path":"/admin/sales?id=${id}","other":"${other}","hash":"${id}${id}"}`;
  const veiled = await veilIds(shop, text);
  expect(veiled).toBe(`{"id":"${name}","path":"/admin/sales?id=${name}","other":"${other}","hash":"${id}${id}"}`);
  expect(unveilIds(shop, veiled)).toBe(text);
  expect(unveilIds(shop, `a${name}`)).toBe(`a${name}`);
});

test('no piece of a stream, and no header, shows it, wherever it is cut', async () => {
  const text = `;Ação;${id};fim ${id}`;
  const bytes = new TextEncoder().encode(text);
  for (let cut = 0; cut < bytes.length; cut += 1) {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    });
    const headers = { 'content-type': 'text/csv; charset=utf-8', location: `/admin/sales?id=${id}` };
    const veiled = await veiledResponse(shop, new Response(body, { headers }));
    expect([cut, await veiled.text()]).toEqual([cut, `;Ação;${name};fim ${name}`]);
    expect(veiled.headers.get('location')).toBe(`/admin/sales?id=${name}`);
  }
});

test('a whole answer says its new length, and a file of bytes stays as it is', async () => {
  const json = JSON.stringify({ id });
  const type = (mediaType: string) => ({ headers: { 'content-type': mediaType, 'content-length': `${json.length}` } });
  const veiled = await veiledResponse(shop, new Response(json, type('application/json')));
  expect([veiled.headers.get('content-length'), await veiled.json()]).toEqual([`${json.length + 1}`, { id: name }]);
  expect(await (await veiledResponse(shop, new Response(json, type('application/pdf')))).text()).toBe(json);
});
