import { countPurchasesInReview, listPurchasesInReview, type PurchaseInReview } from '#db/queries/upkeep/attention.ts';
import { whenText } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import { ATTENTION_ROWS, type AttentionRow, SALES } from '#src/wire/upkeep/attention.ts';
import { type WithItems, withItems } from '../purchases/purchase-items.ts';
import type { Shop } from '../shop.ts';

export async function reviewItems(shop: Shop, now: Date): Promise<AttentionRow[]> {
  const purchases = await withItems(shop.db, await listPurchasesInReview(shop.db, ATTENTION_ROWS + 1));
  const items = purchases.map((purchase) => reviewItem(purchase, now));
  const [last] = items.slice(ATTENTION_ROWS - 1);
  if (!last || purchases.length <= ATTENTION_ROWS) return items;
  const total = await countPurchasesInReview(shop.db);
  return [...items.slice(0, ATTENTION_ROWS), { ...last, count: total - ATTENTION_ROWS }];
}

function reviewItem(purchase: PurchaseInReview & WithItems, now: Date): AttentionRow {
  const { id, review } = purchase;
  const about = { customer: purchase.customerName ?? ERASED_CUSTOMER, product: namesOf(purchase) };
  return {
    id: `review:${id}`,
    tone: 'danger',
    ...REVIEWS[review](purchase, about, whenText(purchase.createdAt, now)),
    href: `${SALES}?id=${encodeURIComponent(id)}`,
  };
}

type About = { customer: string; product: string };
type ReviewText = { title: string; detail: string; action: string };

const REVIEWS: Record<
  PurchaseInReview['review'],
  (purchase: PurchaseInReview, about: About, when: string) => ReviewText
> = {
  short_payment: (purchase, { customer, product }, when) => ({
    title: `${customer} pagou ${formatCents(purchase.paidCents ?? 0)} de ${formatCents(purchase.totalCents)}`,
    detail: `${whyInReview(purchase)} por ${product} · ${when}`,
    action: 'Decidir',
  }),
  dispute: ({ totalCents }, { customer, product }) => ({
    title: `Contestação aberta no banco: ${formatCents(totalCents)}`,
    detail: `${customer}, ${product} · responda pelo aplicativo do banco`,
    action: 'Ver a venda',
  }),
  partial_return: ({ returnedCents, totalCents }, { customer, product }) => ({
    title: `Devolvidos ${formatCents(returnedCents)} de ${formatCents(totalCents)} a ${customer}`,
    detail: `${product} · mantenha a entrega, revogue a chave ou reembolse o resto`,
    action: 'Decidir',
  }),
  duplicate_payment: (purchase, { customer, product }) => ({
    title: `O pagamento do pedido ${numberText(purchase)} já vale para outra venda`,
    detail: `${customer}, ${product} · confira no extrato se chegaram dois valores`,
    action: 'Ver a venda',
  }),
  unknown_account: (purchase, { customer, product }) => ({
    title: `A conta do pedido ${numberText(purchase)} não está mais configurada`,
    detail: `${customer}, ${product} · marque se o valor chegou`,
    action: 'Decidir',
  }),
  unknown_state: (purchase, { customer, product }) => ({
    title: `O banco mostra no pedido ${numberText(purchase)} algo que a loja não entende`,
    detail: `${customer}, ${product} · confira a cobrança no aplicativo do banco`,
    action: 'Ver a venda',
  }),
};

function whyInReview({ paidCents, totalCents, customerName }: PurchaseInReview): string {
  if ((paidCents ?? 0) < totalCents) return 'Pix a menor';
  return customerName === null ? 'Pix depois do prazo e da exclusão dos dados' : 'Preço de quem tinha outra compra';
}
