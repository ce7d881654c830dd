import { countAllOpenDifferences } from '#db/queries/upkeep/attention.ts';
import { type AttentionRow, SALES } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../../shop.ts';

/** Nobody compares the bank that is built in. */
export async function differenceItems(shop: Shop): Promise<AttentionRow[]> {
  const total = shop.settings.isSandbox ? 0 : await countAllOpenDifferences(shop.db);
  if (total === 0) return [];
  return [
    {
      id: 'bank_differences',
      tone: 'warning',
      title: total === 1 ? '1 diferença com o banco' : `${total.toLocaleString('pt-BR')} diferenças com o banco`,
      detail: 'O extrato e as vendas não dizem o mesmo.',
      href: `${SALES}#diferencas`,
      action: 'Conferir',
    },
  ];
}
