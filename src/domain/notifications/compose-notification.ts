import { createHash } from 'node:crypto';
import { findKeyStock } from '#db/queries/keys/key-stock.ts';
import { listSoldPurchases } from '#db/queries/notifications/notifications.ts';
import { findProduct } from '#db/queries/products/products.ts';
import { withProduct } from '#db/queries/purchases/purchase-items.ts';
import type { NotificationRow } from '#db/tables/notifications.ts';
import type { Queryable } from '#db/tables.ts';
import { OWN_ACCOUNT_ADDRESS } from '#src/wire/access/factors.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { INVOICES_SCREEN } from '#src/wire/invoices/invoices.ts';
import { countOfKind, NOTIFICATION_KINDS, type NotificationKind } from '#src/wire/notifications/notification-kinds.ts';
import type { Shop } from '../shop.ts';
import type { PushMessage } from './push-services.ts';

/** It names products and amounts, never a person: anybody may read a locked phone. */
type Shown = { title: string; body?: string; path: string };

/** One says what happened; several that waited together come as their sum. Null where nothing is left to say. */
export async function composeNotification(
  shop: Shop,
  waiting: readonly NotificationRow[],
): Promise<PushMessage | null> {
  const [first] = waiting;
  const newest = waiting.at(-1);
  if (!first || !newest) return null;
  const isOne = waiting.length === 1;
  const shown = await (isOne ? DESCRIBED[first.kind](shop.db, first.subjectId) : sumOf(shop.db, waiting));
  if (!shown) return null;
  const about = isOne ? `${first.kind}:${first.subjectId}` : `sum:${newest.createdAt}`;
  return messageOf(shop, shown, about, {
    lastsMs: Date.parse(newest.createdAt) + DAY_MS - shop.clock.now().getTime(),
    urgency: waiting.some(({ kind }) => URGENT.includes(kind)) ? 'high' : 'normal',
  });
}

export function testNotification(shop: Shop): PushMessage {
  const title = 'Os avisos chegam neste aparelho';
  const shown = { title, body: 'Este é o aviso de teste que você pediu.', path: OWN_ACCOUNT_ADDRESS };
  return messageOf(shop, shown, 'test', { lastsMs: DAY_MS, urgency: 'high' });
}

/** A message that is sent twice shows once: topic and tag are the same. */
function messageOf(
  { settings: { accent } }: Shop,
  shown: Shown,
  about: string,
  how: Pick<PushMessage, 'lastsMs' | 'urgency'>,
): PushMessage {
  const topic = createHash('sha256').update(about).digest('base64url').slice(0, 32);
  return { ...how, topic, text: JSON.stringify({ ...shown, tag: topic, icon: `/icons/${accent}-192.png` }) };
}

const URGENT: NotificationKind[] = ['review', 'withdrawal'];

const DESCRIBED: Record<NotificationKind, (db: Queryable, subjectId: string) => Promise<Shown | null>> = {
  sale: (db, id) => describeSale(db, id, ({ amount, product }) => `Venda de ${amount} · ${product}`),
  review: (db, id) => describeSale(db, id, ({ amount, product }) => `Pix em análise: ${amount} · ${product}`),
  withdrawal: (db, id) => describeSale(db, id, ({ amount, product }) => `Desistência: ${amount} · ${product}`),
  async invoice(db, id) {
    const shown = await describeSale(db, id, ({ product }) => `Nota fiscal com problema · ${product}`);
    return shown && { ...shown, path: `${INVOICES_SCREEN}?id=${encodeURIComponent(id)}` };
  },
  async keys_low(db, productId) {
    const stock = await findKeyStock(db, productId);
    const left = stock?.keysAvailable;
    const path = `/admin/activation-keys?produto=${encodeURIComponent(productId)}`;
    return stock ? { title: `${left === 1 ? 'Resta 1 chave' : `Restam ${left} chaves`} · ${stock.name}`, path } : null;
  },
  async file(db, productId) {
    const product = await findProduct(db, productId);
    const path = `/admin/products?abrir=${encodeURIComponent(productId)}`;
    return product ? { title: `Arquivo com problema · ${product.name}`, path } : null;
  },
};

type Sold = { amount: string; product: string };

async function describeSale(db: Queryable, id: string, titleOf: (sold: Sold) => string): Promise<Shown | null> {
  const [sold] = await withProduct(db, await listSoldPurchases(db, [id]));
  if (!sold) return null;
  const { number, totalCents, product } = sold;
  const title = titleOf({ amount: formatCents(totalCents), product });
  return { title, body: `Pedido #${number}`, path: `/admin/sales?id=${encodeURIComponent(id)}` };
}

async function sumOf(db: Queryable, waiting: readonly NotificationRow[]): Promise<Shown> {
  const ofKind = Map.groupBy(waiting, ({ kind }) => kind);
  const sold = await listSoldPurchases(
    db,
    (ofKind.get('sale') ?? []).map(({ subjectId }) => subjectId),
  );
  const soldCents = sold.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const kinds = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
  const lines = kinds.flatMap((kind) => {
    const count = ofKind.get(kind)?.length ?? 0;
    return count > 0 ? [countOfKind(kind, count, soldCents)] : [];
  });
  return { title: `${waiting.length} novidades da loja`, body: lines.join('\n'), path: '/admin' };
}
