import { expect, test } from 'vitest';
import { findChoices, rankMatches } from '#src/islands/admin/palette/choices.ts';

test.each([
  ['ana', ['Ana Luz', 'Anaïs Prado', 'Bento · Ana', 'Luciana Reis', 'Mariana Luz']],
  ['luz', ['Mariana Luz', 'Ana Luz', 'Luciana Reis', 'Anaïs Prado', 'Bento · Ana']],
  ['reis lu', ['Luciana Reis', 'Mariana Luz', 'Ana Luz', 'Anaïs Prado', 'Bento · Ana']],
])('%j ranks prefix matches first, then word matches, and keeps the order otherwise', (text, names) => {
  const given = ['Luciana Reis', 'Mariana Luz', 'Ana Luz', 'Anaïs Prado', 'Bento · Ana'];
  const choices = given.map((name) => ({ key: name, name, icon: () => null, run() {} }));
  expect(rankMatches(choices as never, text).map(({ name }) => name)).toEqual(names);
});

test('screens and actions are ranked too', () => {
  const names = findChoices('pro').flatMap(({ choices }) => choices.map(({ name }) => name));
  expect(names).toEqual(['Produtos', 'Promoções', 'Adicionar produto']);
});
