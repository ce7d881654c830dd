import type { ActivationKey, KeyStock, KeysAdded } from '#src/wire/keys/activation-keys.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import type { Client } from '../calls/client.ts';
import type { Store } from '../store/store.ts';
import { expectStatus } from './buy.ts';

export const KEYS = '/api/admin/activation-keys';

let imports = 0;

export function newKeys(count: number): string[] {
  imports += 1;
  return Array.from({ length: count }, (_, index) => `LOJA-${imports}-${String(index).padStart(3, '0')}`);
}

export function handleKeys(of: () => { store: Store; owner: Client }) {
  const add = (productId: string, keys: string[] | string) =>
    of().owner.post(`${KEYS}/bulk`, { productId, keys: Array.isArray(keys) ? keys.join('\n') : keys });
  const page = async (query: string) =>
    expectStatus(await of().owner.get(`${KEYS}?${query}`), 200).json<Page<ActivationKey>>();
  return {
    add,
    page,

    async added(productId: string, keys: string[] | string) {
      return expectStatus(await add(productId, keys), 201).json<KeysAdded>();
    },

    async only(key: string) {
      const [found] = (await page(`q=${key}`)).items;
      if (!found) throw new Error(`There is no key ${key}.`);
      return found;
    },

    async stockOf(productId: string) {
      const stock = (await of().owner.get(`${KEYS}/stock`)).json<KeyStock[]>();
      return stock.find((product) => product.productId === productId);
    },

    async keyOf(purchaseId: string) {
      return (await of().owner.get(`/api/payments/license/${purchaseId}`)).json<LicenseResponse>();
    },

    async count() {
      const keys = of().store.database().selectFrom('activationKeys');
      return (await keys.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow()).all;
    },

    auditOf: (entityId: string) =>
      of()
        .store.database()
        .selectFrom('audit')
        .selectAll()
        .where('entityId', '=', entityId)
        .orderBy('id', 'desc')
        .execute(),
  };
}

export async function waitsSince(store: Store, purchaseId: string, keyWaitingSince: string): Promise<void> {
  await store.database().updateTable('purchaseItems').set({ keyWaitingSince }).where('id', '=', purchaseId).execute();
}
