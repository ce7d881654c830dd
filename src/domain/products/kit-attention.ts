import { listHiddenKits } from '#db/queries/products/kits.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';

/** Kits that are active, and that nobody can buy since a part is not on sale. */
export async function hiddenKitItems({ db }: Shop): Promise<AttentionRow[]> {
  return (await listHiddenKits(db)).map(({ id, name, part }) => ({
    id: `kit_hidden:${id}`,
    tone: 'warning',
    title: `${name} está fora da loja`,
    detail: `${part} não está à venda · ative-o de novo, ou tire-o do kit`,
    href: `/admin/products?abrir=${encodeURIComponent(id)}`,
    action: 'Ver o kit',
  }));
}
