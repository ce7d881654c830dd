import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { type Client, login } from '../../support/calls/client.ts';
import { KEYS } from '../../support/purchases/keys.ts';
import { type Store, startStore } from '../../support/store/store.ts';

let store: Store;
let owner: Client;

beforeAll(async () => {
  store = await startStore();
  owner = await login(store);
});
afterAll(() => store.stop());

test('an export of keys is audited with the names of its filters only', async () => {
  await owner.get(`${KEYS}/export.csv?status=assigned&q=ana@exemplo.com.br`);
  const [entry] = (await owner.get('/api/admin/audit')).json<Page<AuditEntry>>().items;
  expect(entry).toMatchObject({
    action: 'key.export',
    entity: 'activation_key',
    entityId: 'all',
    fields: ['status', 'q'],
    subject: null,
  });
  expect(JSON.stringify(entry)).not.toContain('ana@');
});
