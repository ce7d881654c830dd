import type { PagePlan } from '#db/queries/lists/paging.ts';
import {
  countFailedMail,
  type FailedMailRow,
  isMailToSend,
  listFailedMail,
  requeueMail,
} from '#db/queries/mail/failed-mail.ts';
import { withProduct } from '#db/queries/purchases/purchase-items.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { inTransaction } from '#db/transactions.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { type FailedMail, type FailedMailListRequest, type MailRetried, mailReason } from '#src/wire/mail/mail.ts';
import { type Actor, type Change, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { readListPage } from '../lists/list-pages.ts';
import { notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';

export async function listFailedMailPage(
  shop: Pick<Shop, 'db'>,
  request: Pick<FailedMailListRequest, 'page' | 'pageSize' | 'order'>,
): Promise<Page<FailedMail>> {
  const source = {
    total: await countFailedMail(shop.db),
    read: async ({ slice }: PagePlan) => withProduct(shop.db, await listFailedMail(shop.db, slice)),
  };
  return readListPage(request, source, toFailedMailDto);
}

export async function retryMail(shop: Shop, actor: Actor, id: string): Promise<MailRetried> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  if (!(await isMailToSend(shop.db, number))) throw notFound('Este e-mail não existe mais: não há o que enviar.');
  return requeue(shop, actor, number);
}

export function retryAllMail(shop: Shop, actor: Actor): Promise<MailRetried> {
  return requeue(shop, actor, 'all');
}

function toFailedMailDto(row: FailedMailRow & { product: string }): FailedMail {
  return {
    id: String(row.id),
    kind: row.kind,
    purchaseId: row.purchaseId,
    customerId: row.customerId,
    customer: row.name ?? '',
    email: row.email ?? '',
    product: row.product,
    createdAt: row.createdAt,
    reason: mailReason(row.lastError),
  };
}

async function requeue(shop: Shop, actor: Actor, id: number | 'all'): Promise<MailRetried> {
  const mails = await inTransaction(shop.db, async (tx) => {
    const queued = await requeueMail(tx, id, shop.clock.now().toISOString());
    if (queued[0]) await recordChange(tx, shop, actor, changeOf(id === 'all' ? 'all' : queued[0]));
    for (const { purchaseId, kind } of queued) {
      if (purchaseId) await recordEvent(tx, shop, purchaseId, 'resend_requested', 'admin', kind);
    }
    publishAfterCommit(tx, shop, 'sales', 'outbox');
    return queued;
  });
  return { success: true, message: sentenceFor(mails.length), queued: mails.length };
}

function changeOf(mail: 'all' | Pick<OutboxRow, 'purchaseId' | 'customerId'>): Change {
  if (mail === 'all') return { action: 'purchase.retry_mail', entityId: 'all' };
  if (mail.purchaseId) return { action: 'purchase.retry_mail', entityId: mail.purchaseId };
  return { action: 'customer.retry_mail', entityId: mail.customerId ?? '' };
}

function sentenceFor(queued: number): string {
  if (queued === 0) return 'Não há mais nada para enviar de novo.';
  return queued === 1 ? 'O e-mail voltou para a fila de envio.' : `${queued} e-mails voltaram para a fila de envio.`;
}
