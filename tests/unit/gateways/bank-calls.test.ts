import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BankResponse, callBank, withRetries } from '#src/gateways/pix/bank-calls.ts';
import { HOUR_MS, SECOND_MS } from '#src/wire/basics/durations.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a response', () => {
  test.each([200, 400, 404])('that is a page (%i) is a proxy’s, and says nothing of the charge', async (status) => {
    expect(await received('<h1>Manutenção</h1>', { status })).toEqual({
      outcome: 'silent',
      reason: 'unreadable_response',
    });
  });

  test.each([429, 503])('that is a page and asks to wait (%i) is heeded', async (status) => {
    const response = await received('<h1>Calma</h1>', { status, headers: { 'retry-after': '7' } });
    expect(response).toMatchObject({ outcome: 'refused', status, retryAfterMs: 7_000 });
  });

  test.each([
    ['', undefined],
    ['\uFEFF{"a":1}', { a: 1 }],
  ])('with the text %j is read', async (text, body) => {
    expect(await received(text)).toMatchObject({ outcome: 'done', status: 200, body });
  });

  test('is measured in bytes, and may have as many as are allowed', async () => {
    const text = JSON.stringify('é'.repeat(9));
    expect(await received(text, {}, 20)).toMatchObject({ outcome: 'done' });
    expect(await received(text, {}, 19)).toEqual({ outcome: 'silent', reason: 'response_too_long' });
  });

  test('is not awaited after the deadline', async () => {
    const send = vi.fn<() => Promise<Response>>(async () => new Response('{}'));
    const limits = { deadline: new Date(Date.now() - 1), maximumBytes: 1, leavesTimeToRetry: false };
    expect(await callBank(send, limits)).toEqual({ outcome: 'silent', reason: 'no_time_left' });
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    ['2', 2 * SECOND_MS],
    ['86400', HOUR_MS],
    ['Wed, 25 Nov 2026 12:00:30 GMT', 30 * SECOND_MS],
    ['Wed, 25 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
  ])('with Retry-After: %s asks for %s ms', async (header, retryAfterMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') });
    expect(await received('{}', { status: 429, headers: { 'retry-after': header } })).toMatchObject({ retryAfterMs });
  });
});

describe('a call', () => {
  test.each([408, 423, 425, 429, 500, 503])('is tried again after %i', async (status) => {
    expect(await tried([refused(status), done])).toEqual({ tries: 2, response: done, isSure: status === 429 });
  });

  test.each([400, 401, 403, 404, 409, 422])('is not tried again after %i', async (status) => {
    expect(await tried([refused(status), done])).toMatchObject({ tries: 1, isSure: true });
  });

  test('is no longer sure once a try was lost', async () => {
    expect(await tried([{ outcome: 'silent', reason: 'ECONNRESET' }, refused(400)])).toMatchObject({ isSure: false });
  });

  test.each([
    ['exactly what the shortest try takes is left', 0, 2],
    ['a millisecond less is left', 1, 1],
  ])('where %s after the pause', async (_, missingMs, tries) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    expect(await tried([refused(503), refused(503)], PAUSE_MS + SHORTEST_TRY_MS - missingMs)).toMatchObject({ tries });
  });
});

const PAUSE_MS = 300;
const SHORTEST_TRY_MS = 500;

const done: BankResponse = { outcome: 'done', status: 200, body: {}, date: null, retryAfterMs: null };

function refused(status: number): BankResponse {
  return { outcome: 'refused', status, body: {}, date: null, retryAfterMs: null };
}

function received(text: string, init: ResponseInit = {}, maximumBytes = 100): Promise<BankResponse> {
  const limits = { deadline: new Date(Date.now() + SECOND_MS), maximumBytes, leavesTimeToRetry: false };
  return callBank(async () => new Response(text, init), limits);
}

async function tried(responses: BankResponse[], withinMs = 5 * SECOND_MS) {
  let tries = 0;
  const result = await withRetries(
    async () => {
      const response = responses[tries];
      tries += 1;
      if (!response) throw new Error('There was one try too many.');
      return response;
    },
    new Date(Date.now() + withinMs),
  );
  return { tries, ...result };
}
