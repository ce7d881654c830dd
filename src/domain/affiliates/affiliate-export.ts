import { listAffiliates } from '#db/queries/affiliates/affiliates.ts';
import { allRows } from '#db/queries/lists/paging.ts';
import type { Affiliate, AffiliateListRequest } from '#src/wire/affiliates/affiliates.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { inOneBatch, type TableExport } from '../lists/exports.ts';
import type { Shop } from '../shop.ts';
import { toAffiliateDto } from './affiliate-list.ts';

export async function exportAffiliates(
  shop: Shop,
  actor: Actor,
  { q }: AffiliateListRequest,
  chosen: readonly string[] | null,
): Promise<TableExport> {
  await recordExport(shop, actor, 'affiliate.export', { q, ids: chosen });
  const batches = inOneBatch(
    () => listAffiliates(shop.db, { q, ids: chosen }, 'createdAt', allRows('desc')),
    (row) => writeRow(toAffiliateDto(row)),
  );
  return { name: 'afiliados', header: HEADER, batches };
}

const HEADER = ['Nome', 'E-mail', 'Cupom', 'Taxa', 'Vendas', 'Comissão', 'A pagar', 'Status', 'Desde'];

function writeRow(affiliate: Affiliate): string[] {
  return [
    affiliate.name,
    affiliate.email,
    affiliate.couponCode,
    `${affiliate.commissionRate.toLocaleString('pt-BR')}%`,
    String(affiliate.totalSales),
    formatReais(affiliate.totalCommission),
    formatReais(affiliate.pendingCommission),
    affiliate.isActive ? 'Ativo' : 'Pendente',
    formatDay(affiliate.createdAt),
  ];
}
