import type { BankOrder } from './mercado-pago-orders.ts';

export type BankBooks = {
  accessToken: string;
  owner: string;
  orders: Map<string, BankOrder>;
  keys: Map<string, { request: string; orderId: string }>;
  habits: {
    /** A repeated key gets 409, or the first order. */
    repeats: 'conflict' | 'original';
    refunds: 'at_once' | 'pending';
    isSearchLagging: boolean;
    isFilterIgnored: boolean;
    /** The maximum page size, whatever is requested. */
    pageSize: number;
    isOffsetIgnored: boolean;
    isStatusIgnored: boolean;
    hasTotal: boolean;
    readsBeforeCode: number;
    isPixActive: boolean;
    clockOffsetMs: number;
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
      isSearchLagging: false,
      isFilterIgnored: false,
      pageSize: 30,
      isOffsetIgnored: false,
      isStatusIgnored: false,
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
