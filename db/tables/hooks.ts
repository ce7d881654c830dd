import type { DeliveryState } from '#src/wire/hooks/deliveries.ts';
import type { HookEvent } from '#src/wire/hooks/hook-events.ts';
import type { HookKind, HookState } from '#src/wire/hooks/hooks.ts';
import type { Flag } from './columns.ts';

export type HookRow = {
  id: string;
  kind: HookKind;
  description: string;
  /** It is shown, and has no secret; the whole one is encrypted. */
  address: string;
  /** A JSON list of `HookEvent`. */
  events: string;
  includeKeys: Flag;
  state: HookState;
  stateAt: string;
  /** The administrator who changed the state; null where the shop did. */
  stateBy: string | null;
  /** It is null once a delivery has arrived. */
  failingSince: string | null;
  createdAt: string;
};

/** What happened, as it was then; kept for 30 days. */
export type ShopEventRow = {
  /** It is made of what happened, so that nothing is told twice under two ids. */
  id: string;
  type: HookEvent;
  subjectId: string;
  purchaseId: string | null;
  /** JSON without anything of a person. */
  data: string;
  /** JSON; null for what is of nobody, or was erased. */
  person: string | null;
  createdAt: string;
};

export type HookDeliveryRow = {
  id: number;
  hookId: string;
  eventId: string;
  state: DeliveryState;
  /** Those since it was last sent again by hand. */
  tries: number;
  /** A JSON list of `Attempt`. */
  attempts: string;
  /** A process that sends it moves this ahead, so that no other does. */
  nextAttemptAt: string;
  lastAttemptAt: string | null;
  createdAt: string;
};
