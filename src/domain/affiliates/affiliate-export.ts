import { listAffiliates } from '#db/queries/affiliates/affiliates.ts';
import { allRows } from '#db/queries/lists/paging.ts';
import type { Affiliate, AffiliateListRequest } from '#src/wire/affiliates/affiliates.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { type Columns, inOneBatch, type TableExport, tableOf } from '../lists/exports.ts';
import type { Shop } from '../shop.ts';
import { toAffiliateDto } from './affiliate-list.ts';

export async function exportAffiliates(
  shop: Shop,
  actor: Actor,
  { q }: AffiliateListRequest,
  chosen: readonly string[] | null,
): Promise<TableExport> {
  await recordExport(shop, actor, 'affiliate.export', { q, ids: chosen });
  const read = () => listAffiliates(shop.db, { q, ids: chosen }, 'createdAt', allRows('desc'));
  return tableOf('afiliados', COLUMNS, inOneBatch(read, toAffiliateDto));
}

const COLUMNS: Columns<Affiliate> = {
  Nome: ({ name }) => name,
  'E-mail': ({ email }) => email,
  Cupom: ({ couponCode }) => couponCode,
  Taxa: ({ commissionRate }) => `${commissionRate.toLocaleString('pt-BR')}%`,
  Vendas: ({ totalSales }) => String(totalSales),
  Comissão: ({ totalCommission }) => formatReais(totalCommission),
  'A pagar': ({ pendingCommission }) => formatReais(pendingCommission),
  Status: ({ isActive }) => (isActive ? 'Ativo' : 'Pendente'),
  Desde: ({ createdAt }) => formatDay(createdAt),
};
