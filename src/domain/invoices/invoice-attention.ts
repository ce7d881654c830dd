import { listInvoices } from '#db/queries/invoices/invoice-list.ts';
import { countInvoicesIn, findSendingTrouble } from '#db/queries/invoices/invoices.ts';
import { explainFailure, INVOICES_SCREEN } from '#src/wire/invoices/invoices.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';

const MOST = 20;

export async function invoiceItems({ db, settings }: Shop): Promise<AttentionRow[]> {
  const of = (state: 'cancel_needed' | 'failed') =>
    listInvoices(db, { q: '', state, since: null, until: null }, 'dueAt', { order: 'asc', limit: MOST, offset: 0 });
  const [toCancel, failed, trouble, toIssue] = await Promise.all([
    of('cancel_needed'),
    of('failed'),
    settings.invoiceIssuer === 'focusnfe' ? findSendingTrouble(db) : null,
    settings.invoiceIssuer === 'manual' ? countInvoicesIn(db, 'queued') : 0,
  ]);
  return [
    ...toCancel.map(({ purchaseId, number, purchaseNumber, product }) => ({
      id: `invoice:cancel:${purchaseId}`,
      tone: 'danger' as const,
      title: `Cancele a nota ${number}, do pedido #${purchaseNumber}`,
      detail: `${product} foi devolvido depois da emissão`,
      href: placeOf(purchaseId),
      action: 'Ver a nota',
    })),
    ...failed.map(({ purchaseId, purchaseNumber, error }) => ({
      id: `invoice:failed:${purchaseId}`,
      tone: 'danger' as const,
      title: `A nota do pedido #${purchaseNumber} não saiu`,
      detail: explainFailure(error ?? '').title,
      href: placeOf(purchaseId),
      action: 'Corrigir',
    })),
    ...(trouble === null
      ? []
      : [
          {
            id: 'invoice:blocked',
            tone: 'danger' as const,
            title: 'Nenhuma nota fiscal está saindo',
            detail: trouble.replace(/^[\w-]+: /, ''),
            href: `${INVOICES_SCREEN}?state=queued`,
            action: 'Ver a fila',
          },
        ]),
    ...(toIssue === 0
      ? []
      : [
          {
            id: 'invoice:queued',
            count: toIssue,
            tone: 'warning' as const,
            title:
              toIssue === 1
                ? '1 nota fiscal para emitir'
                : `${toIssue.toLocaleString('pt-BR')} notas fiscais para emitir`,
            detail: 'A semana de desistência passou',
            href: `${INVOICES_SCREEN}?state=queued`,
            action: 'Ver as notas',
          },
        ]),
  ];
}

function placeOf(purchaseId: string): string {
  return `${INVOICES_SCREEN}?id=${encodeURIComponent(purchaseId)}`;
}
