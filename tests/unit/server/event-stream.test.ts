import { expect, test } from 'vitest';
import { eventStream } from '#src/http/responses/event-stream.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';

const opened = openShopForFile();

test('a change published while the stream opens is sent', async () => {
  const { shop } = opened;
  let state = 'pending';
  const read = async () => {
    if (state === 'paid') return state;
    state = 'paid';
    shop.events.publish('purchase:a');
    return 'pending';
  };
  const closing = new AbortController();
  const request = new Request('http://loja.test/events', { signal: closing.signal });
  const opening = { topic: 'purchase:a', event: 'purchase', read, sendFirst: true, clientNetwork: '', request };
  const { body } = await eventStream(shop, opening);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let sent = '';
  while (!sent.includes('paid')) sent += (await reader?.read())?.value ?? '';
  expect([...sent.matchAll(/^data: (.*)$/gm)].map(([, data]) => data)).toEqual(['"pending"', '"paid"']);
  closing.abort();
});
