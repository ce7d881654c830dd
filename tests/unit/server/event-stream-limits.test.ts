import { expect, test } from 'vitest';
import { openEventStreamLimits } from '#src/server/shop/event-stream-limits.ts';

const takeAll = (limits: ReturnType<typeof openEventStreamLimits>, clientNetwork: string, count: number) =>
  Array.from({ length: count }, () => limits.open(clientNetwork)).flatMap((close) => (close ? [close] : []));

test('one network gets a limited number of streams, and others are still served', () => {
  const limits = openEventStreamLimits();
  expect(takeAll(limits, '198.51.100.1', 400)).toHaveLength(250);
  expect(limits.open('198.51.100.2')).not.toBeNull();
});

test('a closed stream frees its place', () => {
  const limits = openEventStreamLimits();
  const [close] = takeAll(limits, '198.51.100.1', 250);
  expect(limits.open('198.51.100.1')).toBeNull();
  close?.();
  expect(limits.open('198.51.100.1')).not.toBeNull();
});

test('all networks together have a limit', () => {
  const limits = openEventStreamLimits();
  const open = Array.from({ length: 6 }, (_, home) => takeAll(limits, `198.51.100.${home}`, 250).length);
  expect(open.reduce((sum, places) => sum + places, 0)).toBe(1_000);
});
