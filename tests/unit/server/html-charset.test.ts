import type { RequestListener } from 'node:http';
import { inject } from 'light-my-request';
import { describe, expect, test } from 'vitest';
import { declareCharset } from '#src/server/requests/html-charset.ts';

const responses: [how: string, answer: RequestListener][] = [
  [
    'headers that come with the status',
    (_, response) => response.writeHead(500, { 'content-type': 'text/html' }).end(),
  ],
  ['a phrase before them', (_, response) => response.writeHead(500, 'No', { 'Content-Type': 'text/html' }).end()],
  [
    'headers that were set before',
    (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.writeHead(404).end();
    },
  ],
  [
    'no word about the status',
    (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<p>ação</p>');
    },
  ],
];

describe('a page declares its charset', () => {
  test.each(responses)('with %s', async (_, response) => {
    expect(await typeOf(response)).toBe('text/html; charset=utf-8');
  });
});

test.each(['application/json', 'text/html; charset=utf-8', 'text/event-stream; charset=utf-8'])(
  'a response of the type %s is left alone',
  async (type) => {
    expect(await typeOf((_, response) => response.writeHead(200, { 'content-type': type }).end())).toBe(type);
  },
);

async function typeOf(answer: RequestListener): Promise<unknown> {
  const { headers } = await inject((request, response) => {
    declareCharset(request, response, () => answer(request, response));
  }, '/');
  return headers['content-type'];
}
