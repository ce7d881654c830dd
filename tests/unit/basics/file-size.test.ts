import { expect, test } from 'vitest';
import { formatFileSize, formatSent } from '#src/wire/basics/file-size.ts';

const MB = 1024 ** 2;

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [1023 * 1024, '1.023 KB'],
  [MB * 1.25, '1,3 MB'],
  [MB * 128, '128 MB'],
  [MB * 1024 * 1.437, '1,44 GB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

test('what was sent is told in the unit of the whole', () => {
  expect(formatSent(132 * MB, 480 * MB)).toBe('132 de 480 MB');
  expect(formatSent(0, 480 * MB)).toBe('0 de 480 MB');
  expect(formatSent(500 * MB, 2_048 * MB)).toBe('0,49 de 2 GB');
});
