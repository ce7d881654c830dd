import type { PaymentList, Period, UnreadableRow } from '#src/domain/payments/pix-provider.ts';
import { readBody, withRetries } from '../bank-calls.ts';
import { isAlmostOver } from '../deadline-in.ts';
import { unreadableRow } from '../unreadable-row.ts';
import { failureReason } from './bank-connection.ts';
import type { ApiPix } from './context.ts';
import { paymentsOf } from './map-charge.ts';
import { PixList, type ReceivedPix, readRows } from './schemas.ts';

export async function listPayments(bank: ApiPix, period: Period, deadline: Date): Promise<PaymentList> {
  const payments: ReceivedPix[] = [];
  const unread: UnreadableRow[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const query = pageQuery(period, page);
    const { response } = await withRetries(
      () => bank.connection.call({ method: 'GET', path: '/pix', query }, deadline),
      deadline,
    );
    const list = readBody(response, PixList);
    if (!list)
      return page > 0 && isAlmostOver(deadline)
        ? { outcome: 'too_many' }
        : { outcome: 'unavailable', reason: failureReason(response) };
    pages = list.parametros.paginacao.quantidadeDePaginas;
    if (pages > MAXIMUM_PAGES) return { outcome: 'too_many' };
    const rows = readRows(list.pix);
    payments.push(...rows.read);
    unread.push(...rows.unread.map((row) => unreadableRow(row, ['txid', 'endToEndId'])));
  }
  return { outcome: 'found', payments: paymentsOf(payments), unread };
}

function pageQuery({ from, to }: Period, page: number): Record<string, string> {
  return {
    inicio: from.toISOString(),
    fim: to.toISOString(),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': '100',
  };
}

const MAXIMUM_PAGES = 50;
