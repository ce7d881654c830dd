import { expect, test } from 'vitest';
import { openStreams } from '#src/server/streams.ts';

const takeAll = (streams: ReturnType<typeof openStreams>, address: string, count: number) =>
  Array.from({ length: count }, () => streams.open(address)).flatMap((close) => (close ? [close] : []));

test('one address gets so many places and no more, and the next address is served all the same', () => {
  const streams = openStreams();
  expect(takeAll(streams, '198.51.100.1', 400)).toHaveLength(250);
  expect(streams.open('198.51.100.2')).not.toBeNull();
});

test('a place that is given back can be taken again', () => {
  const streams = openStreams();
  const [close] = takeAll(streams, '198.51.100.1', 250);
  expect(streams.open('198.51.100.1')).toBeNull();
  close?.();
  expect(streams.open('198.51.100.1')).not.toBeNull();
});

test('all addresses together get a bounded number of places', () => {
  const streams = openStreams();
  const open = Array.from({ length: 6 }, (_, home) => takeAll(streams, `198.51.100.${home}`, 250).length);
  expect(open.reduce((sum, places) => sum + places, 0)).toBe(1_000);
});
