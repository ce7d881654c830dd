import type { Clock } from '#src/domain/shop.ts';
import type { OrdersApi } from './orders-api.ts';

export type MercadoPagoOptions = {
  accessToken: string;
  /** Webhooks are ignored without it, and payments are found by polling alone. */
  webhookSecret?: string;
  /** The account number, where the token does not end with it. */
  userId?: string;
  apiUrl: string;
  clock: Clock;
  siteUrl: string;
  patienceMs?: number;
};

export type MercadoPago = {
  api: OrdersApi;
  clock: Clock;
  webhookSecret: string | undefined;
  siteUrl: string;
  patienceMs: number;
  isTestToken: boolean;
  learnOwner(owner: string | null): void;
  isOurs(owner: string | null): boolean;
};
