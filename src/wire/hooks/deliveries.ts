import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { defineList, oneOf } from '../lists/lists.ts';
import { HOOK_EVENTS, ShopEvent } from './hook-events.ts';

export const DELIVERY_STATES = { waiting: 'Esperando', done: 'Entregue', given_up: 'Desistida' } as const;
export type DeliveryState = keyof typeof DELIVERY_STATES;

/** Why no answer came. */
export const SENDING_FAILURES = {
  late: 'Sem resposta em 10 s',
  forbidden: 'O endereço leva à rede interna',
  unreachable: 'Não foi possível conectar',
  unreadable: 'O segredo deste webhook não pode ser lido',
} as const;
export type SendingFailure = keyof typeof SENDING_FAILURES;

/** `status` is null where no answer came, and `failure` says why then. */
export const Answer = z.object({
  status: z.nullable(z.number()),
  failure: z.nullable(keyOf(SENDING_FAILURES)),
  durationMs: z.number(),
  /** The first 500 characters of it. */
  answer: z.string(),
});
export type Answer = z.infer<typeof Answer>;

export const Attempt = z.extend(Answer, {
  at: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

export function isDelivered({ status }: Pick<Answer, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The receiver says that it will never be there again. */
export function isGone({ status }: Pick<Answer, 'status'>): boolean {
  return status === 410;
}

export const Delivery = z.object({
  id: z.number(),
  event: keyOf(HOOK_EVENTS),
  /** The number of the sale that it is about; null for anything else. */
  saleNumber: z.nullable(z.number()),
  state: keyOf(DELIVERY_STATES),
  attempts: z.array(Attempt),
  /** It is null unless it waits. */
  nextAttemptAt: z.nullable(z.string()),
  /** So many were made since it was last sent again by hand. */
  tries: z.number(),
  createdAt: z.string(),
  payload: ShopEvent,
});
export type Delivery = z.infer<typeof Delivery>;

/** Seconds after the failure before; the first is made at once. */
export const TRIES_AFTER_SECONDS = [0, 5, 60, 300, 1_800, 7_200, 28_800, 86_400] as const;

/** The event log names each receiver. */
export const LoggedEvent = z.extend(ShopEvent, {
  saleNumber: z.nullable(z.number()),
  sentTo: z.array(
    z.object({
      hookId: z.string(),
      description: z.string(),
      state: keyOf(DELIVERY_STATES),
    }),
  ),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;

export const DELIVERY_LIST = defineList({
  path: '/api/admin/hooks/{id}/deliveries',
  sorts: ['id'],
  sort: 'id',
  filters: { state: oneOf(DELIVERY_STATES) },
});
