import { expect, test } from 'vitest';
import { openStreams } from '#src/server/streams.ts';

const takeAll = (streams: ReturnType<typeof openStreams>, address: string, count: number) =>
  Array.from({ length: count }, () => streams.open(address)).flatMap((close) => (close ? [close] : []));

test('one address gets a limited number of streams, and other addresses are still served', () => {
  const streams = openStreams();
  expect(takeAll(streams, '198.51.100.1', 400)).toHaveLength(250);
  expect(streams.open('198.51.100.2')).not.toBeNull();
});

test('a closed stream frees its place', () => {
  const streams = openStreams();
  const [close] = takeAll(streams, '198.51.100.1', 250);
  expect(streams.open('198.51.100.1')).toBeNull();
  close?.();
  expect(streams.open('198.51.100.1')).not.toBeNull();
});

test('all addresses together have a limit', () => {
  const streams = openStreams();
  const open = Array.from({ length: 6 }, (_, home) => takeAll(streams, `198.51.100.${home}`, 250).length);
  expect(open.reduce((sum, places) => sum + places, 0)).toBe(1_000);
});
