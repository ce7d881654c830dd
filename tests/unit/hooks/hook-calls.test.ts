import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newsLine } from '#src/domain/hooks/news-line.ts';
import { openHookCalls } from '#src/gateways/hooks/hook-calls.ts';
import { REMOTE_AUTHORITY } from '../../support/bucket/remote-server.ts';
import { callsToTests, openReceiver, type Receiver } from '../../support/hooks/receiver.ts';

const NEVER = new AbortController().signal;
const call = (url: string) => ({ url, body: '{}' });

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

async function post(url = receiver.url, calls = callsToTests(300)) {
  const answer = await calls.post(call(url), NEVER);
  await calls.close();
  return answer;
}

test('an answer is kept to its first 500 characters, however long it is', async () => {
  let sent = 0;
  receiver.answer((response) => {
    response.writeHead(200);
    const write = () => {
      sent += 1;
      if (sent < 4_000 && !response.destroyed) response.write('x'.repeat(16_384), write);
    };
    write();
  });
  const answer = await post(receiver.url, callsToTests());
  expect(answer).toMatchObject({ status: 200, failure: null, answer: 'x'.repeat(500) });
  expect(sent).toBeLessThan(1_000);
});

test('who hangs, and who drips, is late as a whole', async () => {
  receiver.answer(() => undefined);
  expect(await post()).toMatchObject({ status: null, failure: 'late' });
  receiver.answer((response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(dripping));
  });
  expect(await post()).toMatchObject({ status: null, failure: 'late' });
});

test('a redirect is followed nowhere, and is a refusal', async () => {
  const inside = await openReceiver();
  receiver.answer((response) => response.writeHead(307, { location: inside.url }).end());
  expect(await post()).toMatchObject({ status: 307 });
  expect(inside.letters).toEqual([]);
  await inside.close();
});

test('who lies about the length has not answered', async () => {
  const sockets = new Set<Socket>();
  const liar = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nfew'));
  });
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
  const { port } = liar.address() as { port: number };
  const calls = openHookCalls({ allowsPrivate: true, wholeMs: 2_000 });
  expect(await post(`http://127.0.0.1:${port}/`, calls)).toMatchObject({ status: null, failure: 'unreachable' });
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => liar.close(resolve));
});

test('a name is judged by what it leads to at the call, by each of its addresses', async () => {
  const looks = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1'], ['::ffff:10.0.0.7'], ['100.64.0.1']];
  let look = 0;
  const calls = openHookCalls({
    ca: REMOTE_AUTHORITY,
    wholeMs: 150,
    lookUp(_hostname, _options, callback) {
      const found = looks[look] ?? [];
      look += 1;
      callback(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });
  const url = receiver.url.replace('127.0.0.1', 'n8n.exemplo.com.br');
  const failures: (string | null)[] = [];
  for (const _ of looks) failures.push((await calls.post(call(url), NEVER)).failure);
  await calls.close();
  expect(failures).toEqual(Array(4).fill('forbidden'));
  expect(receiver.letters).toEqual([]);
});

test('only addresses of the open internet may be called, unless the operator allows others', async () => {
  const [strict, open] = [openHookCalls(), openHookCalls({ allowsPrivate: true })];
  const mayCall = (url: string) => [strict.mayCall(new URL(url)), open.mayCall(new URL(url))];
  expect(mayCall('https://n8n.exemplo.com.br/webhook/vendas')).toEqual([true, true]);
  for (const host of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '2130706433',
    'localhost',
    'n8n',
  ]) {
    expect(mayCall(`https://${host}/`), host).toEqual([false, true]);
  }
  expect(mayCall('http://n8n.exemplo.com.br/')).toEqual([false, true]);
  expect(mayCall('https://ana:senha@n8n.exemplo.com.br/')).toEqual([false, false]);
  expect(mayCall('file:///etc/passwd')).toEqual([false, false]);
  expect(await post('https://10.0.0.1/', strict)).toMatchObject({ status: null, failure: 'forbidden' });
  await open.close();
});

test('a channel reads one line, in which nobody is named', () => {
  const items = [
    { productName: 'Grade Cinema', kitName: null },
    { productName: 'Grade Cinema', kitName: null },
  ];
  const data = { totalCents: 18_990, items, customerName: 'Ana', customerEmail: 'ana@exemplo.com.br' };
  expect(newsLine('sale.paid', data)).toBe('Venda de R$ 189,90 · Grade Cinema × 2');
  expect(newsLine('sale.in_review', data)).toBe('Venda em análise: R$ 189,90 · Grade Cinema × 2');
  expect(newsLine('keys.low', { productName: 'Lote', keysAvailable: 2 })).toBe('Chaves acabando · Lote');
  expect(newsLine('release.published', { productName: 'Lote', version: '2.1.0' })).toBe(
    'Versão publicada · Lote 2.1.0',
  );
  expect(newsLine('customer.erased', { customerId: 'abc' })).toBe('Dados de um cliente apagados');
});
