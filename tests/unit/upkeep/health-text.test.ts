import { describe, expect, test } from 'vitest';
import { engineText, sizeText, waitText } from '#src/islands/admin/settings/health-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { heldKeysText } from '#src/wire/upkeep/failover.ts';
import type { Health } from '#src/wire/upkeep/health.ts';
import { verdictOf } from '#src/wire/upkeep/health-verdict.ts';

const at = '2026-11-22T12:00:00.000Z';
const LEADER = {
  id: 'a',
  host: 'loja-1',
  pid: 7,
  version: '1',
  startedAt: at,
  seenAt: at,
  isLeader: true,
  hasWorker: true,
};
const FINE: Health = {
  release: { version: '1.0.0', build: '', builtAt: null },
  hasUpdateFeed: false,
  engine: 'postgres',
  engineVersion: '18.6',
  databaseBytes: 3 * 1024 ** 3 + 200 * 1024 ** 2,
  areFilesInBucket: true,
  lastBackupAt: null,
  trail: null,
  waitingMs: { mail: null, webhooks: 2_000, polls: 9 * MINUTE_MS },
  processes: [LEADER, { ...LEADER, id: 'b', isLeader: false }],
  failover: null,
};

describe('the verdict on the store', () => {
  test('is fine while work waits no longer than it may', () => {
    expect(verdictOf(FINE)).toMatchObject({ isFine: true, title: 'Tudo em dia' });
  });

  test('names the work that is late, and the longest wait', () => {
    const waitingMs = { mail: 3 * MINUTE_MS, webhooks: null, polls: 12 * MINUTE_MS };
    expect(verdictOf({ ...FINE, waitingMs })).toEqual({
      isFine: false,
      title: 'A loja está atrasada',
      sentence:
        'E-mails a enviar, Pagamentos a conferir: o mais antigo espera há 12 minutos. Nada se perde: ele sai assim que der.',
    });
  });

  test('says first of all that nobody leads', () => {
    const processes = [{ ...LEADER, isLeader: false }];
    const { isFine, title } = verdictOf({ ...FINE, processes });
    expect([isFine, title]).toEqual([false, 'Nenhum processo cuida das tarefas automáticas']);
  });

  test('and why, where every process only serves', () => {
    const processes = [{ ...LEADER, isLeader: false, hasWorker: false }];
    expect(verdictOf({ ...FINE, processes }).sentence).toMatch(
      /^Todos os processos rodam com WORKER=off: e-mails não saem/,
    );
  });
});

test.each([
  ['mail', null, 'Nada esperando'],
  ['mail', 2 * MINUTE_MS, 'Em dia'],
  ['mail', 2 * MINUTE_MS + 1, 'O mais antigo espera há 2 minutos'],
  ['polls', 10 * MINUTE_MS, 'Em dia'],
  ['webhooks', 3 * HOUR_MS, 'O mais antigo espera há 3 horas'],
  ['polls', 3 * DAY_MS, 'O mais antigo espera há 3 dias'],
] as const)('%s that waits %s ms: %s', (work, ms, text) => {
  expect(waitText(work, ms)).toBe(text);
});

test('sizes and engines read as on a label', () => {
  expect(sizeText(FINE)).toBe('3,2 GB');
  expect(sizeText({ ...FINE, databaseBytes: 1_572_864 })).toBe('1,5 MB');
  expect(engineText(FINE)).toBe('PostgreSQL 18.6');
  expect(engineText({ ...FINE, engine: 'sqlite', engineVersion: '3.51.0' })).toBe('SQLite 3.51.0, em um arquivo');
});

test('the keys that a change of the database takes off sale are counted, also where there are none', () => {
  expect([0, 1, 1_312].map((heldKeys) => heldKeysText({ heldKeys }))).toEqual([
    'Nenhuma chave livre precisou sair da venda',
    '1 chave livre está fora da venda',
    '1.312 chaves livres estão fora da venda',
  ]);
});
