import { expect, test } from 'vitest';
import { refusal } from '#src/domain/refusals.ts';
import { stepLines } from '#src/http/responses/step-lines.ts';

const ignore = () => undefined;
const SHOP = { log: { info: ignore, warn: ignore, error: ignore } };

test('each step is a line as soon as it is taken, and no step is taken that nobody reads', async () => {
  const taken: number[] = [];
  let isOver = false;
  async function* count() {
    try {
      for (let step = 1; ; step += 1) {
        taken.push(step);
        yield { step };
      }
    } finally {
      isOver = true;
    }
  }
  const reader = readerOf(count());
  expect([await reader.next(), await reader.next()]).toEqual(['{"step":1}\n', '{"step":2}\n']);
  expect(taken).toEqual([1, 2]);
  await reader.cancel();
  expect([taken, isOver]).toEqual([[1, 2], true]);
});

test('a refusal on the way is the last line, in words for whoever reads', async () => {
  async function* fail() {
    yield { step: 1 };
    throw refusal('bank_failed', 'bank_unavailable', 'O banco não respondeu.');
  }
  const reader = readerOf(fail());
  await reader.next();
  expect(JSON.parse((await reader.next()) ?? '')).toEqual({
    refused: { message: 'O banco não respondeu.', code: 'bank_unavailable' },
  });
  expect(await reader.next()).toBeUndefined();
});

function readerOf(steps: AsyncIterable<unknown>) {
  const { body } = stepLines(SHOP, steps);
  if (!body) throw new Error('The response has no body.');
  const reader = body.getReader();
  const next = async () => {
    const { value } = await reader.read();
    return value && new TextDecoder().decode(value);
  };
  return { next, cancel: () => reader.cancel() };
}
