import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '#db/client.ts';
import { insertAudit } from '#db/queries/audit/audit.ts';
import { sumTallies } from '#db/queries/lists/paging.ts';
import { foldPasses } from '#src/islands/admin/audit/fold-passes.ts';
import { AUDIT_KINDS, type AuditEntry } from '#src/wire/audit/audit.ts';
import { AUDIT_ACTIONS } from '#src/wire/audit/audit-actions.ts';
import { actionText, fieldText } from '#src/wire/audit/audit-text.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

it('folds what one person passed in a row, and nothing else', () => {
  const passed = (id: number, actorName: string | null) => entry(id, { actorName, action: 'access.pass_gate' });
  const page = [
    passed(9, 'Ana'),
    passed(8, 'Ana'),
    passed(7, 'Bia'),
    entry(6, { actorName: 'Ana', action: 'access.sign_in' }),
    passed(5, 'Ana'),
    passed(4, null),
    passed(3, null),
  ];
  const shown = foldPasses(page);
  expect(shown.map(({ id, passes = [] }) => [id, passes.map((pass) => pass.id)])).toEqual([
    ['9', ['9', '8']],
    ['7', []],
    ['6', []],
    ['5', []],
    ['4', []],
    ['3', []],
  ]);
});

function entry(id: number, facts: Pick<AuditEntry, 'actorName' | 'action'>): AuditEntry {
  const rest = {
    entity: 'gate',
    entityId: 'products',
    text: '',
    isWhole: false,
    fields: [],
    changes: {},
    shown: [],
    otherFields: [],
    count: null,
    subject: null,
  };
  const actor = { actorRole: null, session: null };
  return { id: String(id), at: '2026-11-21T12:00:00.000Z', ...actor, ...rest, ...facts };
}

describe('the audit trail', () => {
  it('has a kind to filter each action by', () => {
    const actions = Object.keys(AUDIT_ACTIONS);
    const nouns: string[] = Object.values(AUDIT_KINDS).flatMap((kind) => [...kind]);

    expect(actions.filter((action) => !nouns.includes(action.split('.')[0] ?? ''))).toEqual([]);
  });

  it('stores the same kinds in the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trail-'));
    await layNewestDatabase(join(folder, 'store.sqlite'));
    const { db, close } = openSqlite(`file:${join(folder, 'store.sqlite')}`);
    const nouns = Object.entries(AUDIT_KINDS).flatMap(([kind, names]) => names.map((noun) => ({ kind, noun })));
    const noted = { at: '2026-11-21T12:00:00.000Z', actorId: 'a', entity: 'e', entityId: 'i', fields: '[]' };
    for (const { noun } of nouns) await insertAudit(db, { ...noted, action: `${noun}.update` });

    const kept = await db.selectFrom('audit').select('kind').orderBy('id').execute();
    expect(kept).toEqual(nouns.map(({ kind }) => ({ kind })));
    expect(await sumTallies(db, ['audit:product'])).toBe(AUDIT_KINDS.product.length);
    await close();
    await rm(folder, { recursive: true });
  });

  it('shows an unknown action by its raw name', () => {
    expect(actionText({ action: 'novelty.invent', entityId: 'a1' })).toBe('novelty.invent');
    expect(actionText({ action: 'constructor', entityId: 'a1' })).toBe('constructor');
    expect(fieldText('toString')).toBe('toString');
    expect(fieldText('name')).toBe('nome');
  });

  it('distinguishes one person from the whole list', () => {
    expect(actionText({ action: 'customer.export', entityId: 'a1' })).toBe('Exportou os dados de');
    expect(actionText({ action: 'customer.export', entityId: 'list' })).toBe('Exportou a lista de clientes');
  });
});
