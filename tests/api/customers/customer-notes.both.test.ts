import { expect, test } from 'vitest';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { CustomerExport } from '#src/wire/customers/customer-export.ts';
import { type CustomerNote, NOTE_LENGTH } from '#src/wire/customers/customer-notes.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile();
const owner = loginForFile(store);

const CUSTOMERS = '/api/admin/customers';

async function customer(customerEmail: string): Promise<{ id: string; notes: string; purchaseId: string }> {
  const order = { customerName: 'Nota de Teste', customerEmail, productId: 'grade-cinema' };
  const { id: purchaseId } = await buy(openClient(store.url), order);
  const { items } = (await owner.get(`${CUSTOMERS}?q=${encodeURIComponent(customerEmail)}`)).json<
    Page<CustomerSummary>
  >();
  const id = items[0]?.id ?? '';
  return { id, notes: `${CUSTOMERS}/${id}/notes`, purchaseId };
}

test('an owner writes, reads and deletes notes about a customer', async () => {
  const { id, notes } = await customer('anotada@exemplo.com.br');
  expectStatus(await owner.post(notes, { text: ' Ligou duas vezes.\nPediu a nota fiscal. ' }), 201);
  const added = expectStatus(await owner.post(notes, { text: 'Resolvido.' }), 201).json<CustomerNote[]>();

  expect(
    added
      .map(({ text, authorName }) => ({ text, authorName }))
      .toSorted((one, other) => one.text.localeCompare(other.text)),
  ).toEqual([
    { text: 'Ligou duas vezes.\nPediu a nota fiscal.', authorName: 'Administração' },
    { text: 'Resolvido.', authorName: 'Administração' },
  ]);
  expect((await owner.get(notes)).json<CustomerNote[]>()).toEqual(added);
  const left = expectStatus(await owner.delete(`${notes}/${added[0]?.id}`), 200).json<CustomerNote[]>();
  expect(left).toEqual(added.slice(1));
  expect((await owner.delete(`${notes}/${added[0]?.id}`)).status).toBe(404);

  const { items } = (await owner.get(`/api/admin/audit?q=${id}`)).json<Page<AuditEntry>>();
  expect(items.map(({ action }) => action)).toEqual(['customer.delete_note', 'customer.add_note', 'customer.add_note']);
  expect(JSON.stringify(items)).not.toContain('Ligou');
});

test('a note belongs to its customer, to nobody unknown, and has its length', async () => {
  const [one, other] = [await customer('uma.nota@exemplo.com.br'), await customer('outra.nota@exemplo.com.br')];
  const [note] = (await owner.post(one.notes, { text: 'x'.repeat(NOTE_LENGTH) })).json<CustomerNote[]>();
  expect((await owner.delete(`${other.notes}/${note?.id}`)).status).toBe(404);
  expect((await owner.post(one.notes, { text: 'x'.repeat(NOTE_LENGTH + 1) })).status).toBe(422);
  expect((await owner.post(one.notes, { text: ' \n ' })).status).toBe(422);
  for (const call of ['notes', 'keys']) expect((await owner.get(`${CUSTOMERS}/nobody/${call}`)).status).toBe(404);
  expect((await owner.post(`${CUSTOMERS}/nobody/notes`, { text: 'a' })).status).toBe(404);
  expect((await openClient(store.url).get(one.notes)).status).toBe(401);
});

test('the notes are in the customer’s data, follow a merged customer, and go with an erasure', async () => {
  const [from, to] = [await customer('de@exemplo.com.br'), await customer('para@exemplo.com.br')];
  await owner.post(from.notes, { text: 'Trocou de e-mail.' });
  const merged = await owner.post(`${CUSTOMERS}/${to.id}/email`, { email: 'de@exemplo.com.br', merge: true });
  expectStatus(merged, 200);

  const data = (await owner.get(`${CUSTOMERS}/${to.id}/export`)).json<CustomerExport>();
  expect(data.notes).toEqual([{ text: 'Trocou de e-mail.', createdAt: expect.any(String) }]);

  expectStatus(await owner.delete(`${CUSTOMERS}/${to.id}`), 200);
  expect(
    await store.database().selectFrom('customerNotes').selectAll().where('customerId', '=', to.id).execute(),
  ).toEqual([]);
  expect((await owner.post(to.notes, { text: 'Depois.' })).status).toBe(404);
});

test('the keys of a customer are listed with their sale', async () => {
  const { id, purchaseId } = await customer('chaves@exemplo.com.br');
  const keys = (await owner.get(`${CUSTOMERS}/${id}/keys`)).json<ActivationKey[]>();
  expect(keys).toMatchObject([{ purchaseId, status: 'assigned', product: { name: 'Grade Cinema' } }]);
});
