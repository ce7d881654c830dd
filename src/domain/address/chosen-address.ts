import { findSetting, upsertSetting } from '#db/queries/upkeep/settings.ts';
import type { Queryable } from '#db/tables.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** `domain` is what the owner wants; the shop answers at `inUse` from its certificate on. */
export type ChosenAddress = { domain: string | null; inUse: string | null; agreedAt: string | null };

export async function readChosenAddress({ db }: { db: Queryable }): Promise<ChosenAddress> {
  const row = await findSetting(db, ROW);
  return row ? { ...NO_ADDRESS, ...JSON.parse(row.value) } : NO_ADDRESS;
}

export async function storeChosenAddress(
  tx: Queryable,
  { clock }: Pick<Shop, 'clock'>,
  updatedBy: string,
  chosen: ChosenAddress,
): Promise<void> {
  const updatedAt = clock.now().toISOString();
  await upsertSetting(tx, { key: ROW, value: JSON.stringify(chosen), updatedAt, updatedBy });
}

/** The domain that this shop orders a certificate for; null where that is not its work. */
export async function wantedDomain(shop: Pick<Shop, 'db' | 'address'>): Promise<string | null> {
  const { source, givenDomain } = shop.address;
  if (source === 'DOMAIN') return givenDomain;
  return source === 'screen' ? (await readChosenAddress(shop)).domain : null;
}

/** Refuses where the server's settings say the address. */
export function expectChoice({ address: { source } }: Shop): void {
  if (source === 'screen') return;
  const sentence =
    source === 'proxy' || source === 'off'
      ? 'Quem tem o certificado é um proxy: o endereço é definido no servidor, em SITE_URL.'
      : `O endereço é definido no servidor (${source}). Para mudar aqui, apague a linha de lá e reinicie a loja.`;
  throw conflict('set_in_environment', sentence);
}

export const NO_ADDRESS: ChosenAddress = { domain: null, inUse: null, agreedAt: null };
const ROW = 'address';
