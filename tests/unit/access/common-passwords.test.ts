import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword } from '#src/domain/access/factors/common-passwords.ts';
import { LEAST_PASSWORD } from '#src/wire/access/auth.ts';

test('no password that many have is long enough and taken', () => {
  const common = dictionary['passwords-common'].map(String).filter((word) => word.length >= LEAST_PASSWORD);
  expect(common.length).toBeGreaterThan(300);
  expect(common.filter((word) => !isCommonPassword(word))).toEqual([]);
  expect(common.filter((word) => !isCommonPassword(word.toUpperCase()))).toEqual([]);
});

test.each(['senhasenhasenha', '123123123123', 'aaaaaaaaaaaaaaa', 'abababababab'])('%s is refused', (word) => {
  expect(isCommonPassword(word)).toBe(true);
});

test.each(['cavalo grampo bateria', 'senha-da-dona-42', 'qwerty1234567x'])('%s is taken', (word) => {
  expect(isCommonPassword(word)).toBe(false);
});
