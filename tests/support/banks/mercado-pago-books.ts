import type { BankOrder } from './mercado-pago-orders.ts';

export type BankBooks = {
  accessToken: string;
  owner: string;
  orders: Map<string, BankOrder>;
  /** What was asked with a key, and by which bytes. */
  keys: Map<string, { request: string; orderId: string }>;
  habits: {
    /** A key that comes again: refused, as the pages say, or answered with the first order. */
    repeats: 'conflict' | 'original';
    /** A refund is done at once, or takes its time. */
    refunds: 'at_once' | 'pending';
    /** The search shows nothing yet of what was made. */
    isSearchBlind: boolean;
    /** The search forgets its filter. */
    isSearchDeaf: boolean;
    /** So many orders in an answer to a search, however many it asks for. */
    pageSize: number;
    /** The search knows no offset: each page is the first. */
    isOffsetUnknown: boolean;
    /** The search knows no status: each page has all of them. */
    isStatusUnknown: boolean;
    hasTotal: boolean;
    /** An order has no code before it was read so many times. */
    readsBeforeCode: number;
    isPixActive: boolean;
    clockOffsetMs: number;
    /** The notice of a change goes out before the answer to the call that made it. */
    webhookFirst: boolean;
  };
  find(reference: string): BankOrder;
};

export function newBooks(): BankBooks {
  const orders = new Map<string, BankOrder>();
  return {
    accessToken: 'APP_USR-4863578097401450-112101-0123456789abcdef0123456789abcdef-2025701502',
    owner: '2025701502',
    orders,
    keys: new Map(),
    habits: {
      repeats: 'conflict',
      refunds: 'at_once',
      isSearchBlind: false,
      isSearchDeaf: false,
      pageSize: 30,
      isOffsetUnknown: false,
      isStatusUnknown: false,
      hasTotal: true,
      readsBeforeCode: 0,
      isPixActive: true,
      clockOffsetMs: 0,
      webhookFirst: false,
    },
    find(reference) {
      const order = [...orders.values()].find((kept) => kept.external_reference === reference);
      if (!order) throw new Error(`The bank has no order ${reference}.`);
      return order;
    },
  };
}
