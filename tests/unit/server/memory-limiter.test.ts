import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryLimiter } from '#src/server/shop/memory-limiter.ts';

const TWO_A_MINUTE = { points: 2, durationMs: 60_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is beyond the allowance waits until the time of the first is over', async () => {
  const limiter = openMemoryLimiter(TWO_A_MINUTE);
  expect(await limiter.take('ana')).toBeNull();
  expect(await limiter.peek('ana')).toBeNull();
  vi.advanceTimersByTime(20_000);
  expect(await limiter.take('ana')).toBeNull();
  expect(await limiter.peek('ana')).toBe(40);
  expect(await limiter.take('ana')).toBe(40);
  expect(await limiter.take('bia')).toBeNull();
  vi.advanceTimersByTime(40_000);
  expect(await limiter.peek('ana')).toBeNull();
  expect(await limiter.take('ana')).toBeNull();
});

test('a point comes back by a release, all of them by forgetting', async () => {
  const limiter = openMemoryLimiter(TWO_A_MINUTE);
  for (const key of ['ana', 'ana', 'bia', 'bia', 'bia']) await limiter.take(key);
  await limiter.release('ana');
  expect(await limiter.take('ana')).toBeNull();
  expect(await limiter.take('ana')).toBe(60);
  await limiter.forget('bia');
  expect(await limiter.take('bia')).toBeNull();
  await limiter.release('caio');
  for (const wait of [null, null, 60]) expect(await limiter.take('caio')).toBe(wait);
});

test('a pause lasts as long as it says, whatever the allowance says', async () => {
  const limiter = openMemoryLimiter(TWO_A_MINUTE);
  await limiter.take('bank');
  await limiter.pause('bank', 90_000);
  vi.advanceTimersByTime(89_500);
  expect(await limiter.peek('bank')).toBe(1);
  vi.advanceTimersByTime(500);
  expect(await limiter.peek('bank')).toBeNull();
});

test('a flood of networks costs a bounded memory and pushes out the oldest alone', async () => {
  const limiter = openMemoryLimiter(TWO_A_MINUTE);
  for (const key of ['oldest', 'oldest', 'later', 'later']) await limiter.take(key);
  for (let network = 0; network < 99_998; network += 1) await limiter.take(`network ${network}`);
  expect(await limiter.peek('oldest')).toBe(60);
  await limiter.take('one more');
  expect(await limiter.peek('oldest')).toBeNull();
  expect(await limiter.peek('later')).toBe(60);
});
