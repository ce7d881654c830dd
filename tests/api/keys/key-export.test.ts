import { expect, test } from 'vitest';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { KEYS } from '../../support/purchases/keys.ts';

const store = startStoreForFile();
const owner = loginForFile(store);

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
