import type { Answer } from '#src/wire/hooks/deliveries.ts';

export type HookCall = {
  url: string;
  body: string;
  /** By each of the secrets, after Standard Webhooks 1.0; a channel gets nothing signed. */
  signing?: { id: string; at: Date; secrets: string[] };
};

/** Calls the addresses that owners type. */
export type HookCalls = {
  /** Never rejects, but for `stopping`. */
  post(call: HookCall, stopping: AbortSignal): Promise<Answer>;
  /** An address that leads into the shop's own network is no place for news, unless the operator allows it. */
  mayCall(url: URL): boolean;
  close(): Promise<void>;
};
