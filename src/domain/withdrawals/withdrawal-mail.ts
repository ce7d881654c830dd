import { listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { findWithdrawal } from '#db/queries/withdrawals/withdrawals.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { dayText, formatDayTime } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { lastDayOfDecision } from '#src/wire/withdrawals/withdrawal-days.ts';
import type { RefundMail, WithdrawalMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';

export const WITHDRAWAL_MAIL = {
  withdrawal_received: { write: writeWithdrawalReceived },
  withdrawal_refused: { write: writeWithdrawalRefused },
  refunded: { write: writeRefund },
} satisfies Partial<MailHandlers>;

/** Returns undefined for one that the buyer canceled since. */
async function writeWithdrawalReceived(shop: Shop, mail: OutboxRow): Promise<WithdrawalMail | undefined> {
  const { purchase, withdrawal } = await readBoth(shop, mail);
  const { protocol } = protocolIn(mail);
  if (!purchase?.customerEmail || withdrawal?.protocol !== protocol || withdrawal.state === 'cancelled') {
    return undefined;
  }
  const isAwaited = withdrawal.state === 'requested';
  return {
    kind: 'withdrawal_received',
    ...(await aboutPurchase(shop, mail, purchase)),
    protocol,
    requestedAt: formatDayTime(withdrawal.requestedAt),
    answerBy: isAwaited ? dayText(lastDayOfDecision(withdrawal.requestedAt)) : null,
    refusal: null,
  };
}

async function writeWithdrawalRefused(shop: Shop, mail: OutboxRow): Promise<WithdrawalMail | undefined> {
  const { purchase, withdrawal } = await readBoth(shop, mail);
  if (!purchase?.customerEmail || !withdrawal?.refusal) return undefined;
  return {
    kind: 'withdrawal_refused',
    ...(await aboutPurchase(shop, mail, purchase)),
    protocol: withdrawal.protocol,
    requestedAt: formatDayTime(withdrawal.requestedAt),
    answerBy: null,
    refusal: withdrawal.refusal,
  };
}

async function writeRefund(shop: Shop, mail: OutboxRow): Promise<RefundMail | undefined> {
  const { purchase, withdrawal } = await readBoth(shop, mail);
  if (!purchase?.customerEmail || purchase.status !== 'REFUNDED') return undefined;
  return {
    kind: 'refunded',
    ...(await aboutPurchase(shop, mail, purchase)),
    protocol: withdrawal?.state === 'refunded' ? withdrawal.protocol : null,
    refundedAt: formatDayTime(purchase.refundedAt ?? purchase.createdAt),
  };
}

async function readBoth({ db }: Shop, { purchaseId }: OutboxRow) {
  if (purchaseId === null) return {};
  const [purchase, withdrawal] = await Promise.all([findPurchase(db, purchaseId), findWithdrawal(db, purchaseId)]);
  return { purchase, withdrawal };
}

async function aboutPurchase(shop: Shop, mail: OutboxRow, purchase: PurchaseRow) {
  const items = await listItemsOfPurchase(shop.db, purchase.id);
  return {
    ...addressMail(shop, mail, { name: purchase.customerName, email: purchase.customerEmail ?? '' }),
    purchaseId: purchase.id,
    productName: namesOf({ items }),
    amount: formatCents(purchase.paidCents ?? purchase.totalCents),
    purchaseUrl: `${shop.settings.siteUrl}/purchase/success/${purchase.id}`,
    isRenewal: items.some(({ renewsItemId }) => renewsItemId !== null),
  };
}

function protocolIn({ payload }: OutboxRow): { protocol: string } {
  return JSON.parse(payload ?? '{}');
}
