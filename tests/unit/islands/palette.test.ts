import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetThing, openedThings, rememberOpened, thingAt } from '#src/client/admin/opened-things.ts';
import { findChoices, rankMatches } from '#src/islands/admin/palette/choices.ts';

test.each([
  ['ana', ['Ana Luz', 'Anaïs Prado', 'Bento · Ana', 'Luciana Reis', 'Mariana Luz']],
  ['luz', ['Mariana Luz', 'Ana Luz', 'Luciana Reis', 'Anaïs Prado', 'Bento · Ana']],
  ['reis lu', ['Luciana Reis', 'Mariana Luz', 'Ana Luz', 'Anaïs Prado', 'Bento · Ana']],
])('%j ranks prefix matches first, then word matches, and keeps the order otherwise', (text, names) => {
  const given = ['Luciana Reis', 'Mariana Luz', 'Ana Luz', 'Anaïs Prado', 'Bento · Ana'];
  expect(rankMatches(given.map(choiceNamed), text).map(({ name }) => name)).toEqual(names);
});

test('the empty palette offers actions, what was opened last, sections of the settings, then screens', () => {
  const groups = findChoices('', 'owner', [choiceNamed('Marina Costa')]);
  expect(groups.map(({ name }) => name)).toEqual(['Ações', 'Recentes', 'Configurações', 'Telas', 'Tema e saída']);
  expect(namesIn(groups[0])).toEqual([
    'Novo produto',
    'Adicionar chaves',
    'Novo cupom',
    'Novo afiliado',
    'Exportar vendas',
    'Exportar clientes',
    'Convidar para a equipe',
    'Minha conta',
    'Visitar Loja',
  ]);
});

test.each([
  ['produto', ['Telas: Produtos', 'Ações: Novo produto', 'Configurações: Licenças (Produtos novos)']],
  ['vendas', ['Telas: Vendas', 'Ações: Exportar vendas']],
  ['adicionar produto', ['Ações: Novo produto']],
  ['criar cupom', ['Ações: Novo cupom']],
  ['planilha', ['Ações: Exportar vendas (CSV)', 'Ações: Exportar clientes (CSV)']],
  ['CNPJ', ['Configurações: Loja (CPF ou CNPJ)']],
  ['smtp', ['Configurações: E-mail (Conta de e-mail (SMTP))']],
  ['configuracoes banco', ['Configurações: Banco']],
  ['marina', ['Recentes: Marina Costa']],
])('%j puts the closest first, whatever its group', (text, expected) => {
  const found = findChoices(text, 'owner', [choiceNamed('Marina Costa')]).flatMap(({ name, choices }) =>
    choices.map((choice) => `${name}: ${choice.name}${choice.detail ? ` (${choice.detail})` : ''}`),
  );
  expect(found.slice(0, expected.length)).toEqual(expected.map((line) => expect.stringContaining(line)));
});

describe('what the browser opened last', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  afterEach(() => {
    kept.clear();
    vi.useRealTimers();
  });

  test('is five things, each once, the newest first, and ids alone', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) rememberOpened('ana', { kind: 'customer', id });
    expect(openedThings('ana').map(({ id }) => id)).toEqual(['c', 'f', 'e', 'd', 'b']);
    forgetThing('ana', { kind: 'customer', id: 'f' });
    expect(openedThings('ana').map(({ id }) => id)).toEqual(['c', 'e', 'd', 'b']);
    expect([...kept.values()].join()).not.toMatch(/name|email/);
  });

  test('is of one user, and nothing is left of it when another opens something', () => {
    rememberOpened('ana', { kind: 'customer', id: 'a' });
    expect(openedThings('bia')).toEqual([]);
    rememberOpened('bia', { kind: 'product', id: 'lote' });
    expect(openedThings('bia')).toEqual([{ kind: 'product', id: 'lote' }]);
    expect(openedThings('ana')).toEqual([]);
  });

  test('ends after two weeks', () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
    rememberOpened('ana', { kind: 'customer', id: 'a' });
    vi.setSystemTime(new Date('2026-03-15T11:59:00Z'));
    expect(openedThings('ana')).toHaveLength(1);
    vi.setSystemTime(new Date('2026-03-15T12:00:00Z'));
    expect(openedThings('ana')).toEqual([]);
  });

  test.each(['null', '[]', '{"user":"ana","things":[{"kind":"coupon"},7,null]}', 'not json'])(
    'is nothing where the browser holds %s',
    (text) => {
      kept.set('palette.opened', text);
      expect(openedThings('ana')).toEqual([]);
    },
  );
});

test.each([
  ['/admin/customers/0af3', { kind: 'customer', id: '0af3' }],
  ['/admin/sales?status=paid&id=77', { kind: 'purchase', id: '77' }],
  ['/admin/products?id=lote', { kind: 'product', id: 'lote' }],
  ['/admin/customers', null],
  ['/admin/sales', null],
  ['/admin/audit?id=77', null],
  ['/admin/sales?id=../../x', null],
])('%s names %j', (address, thing) => {
  expect(thingAt(new URL(address, 'https://loja.exemplo'))).toEqual(thing);
});

function namesIn(group: ReturnType<typeof findChoices>[number] | undefined): string[] {
  return group?.choices.map(({ name }) => name) ?? [];
}

function choiceNamed(name: string) {
  return { key: name, name, icon: (() => null) as never, run() {} };
}
