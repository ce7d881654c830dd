import type { HookEvent } from '#src/wire/hooks/hook-events.ts';
import type { Hook, HookKind } from '#src/wire/hooks/hooks.ts';
import { chatIdOf } from './hook-text.ts';

export type TypedHook = {
  kind: HookKind;
  description: string;
  url: string;
  token: string;
  chatId: string;
  events: HookEvent[];
  includeKeys: boolean;
};

export function typedOf(hook: Hook | null): TypedHook {
  if (!hook) return BLANK;
  const { kind, description, events, includeKeys, address } = hook;
  return {
    ...BLANK,
    ...{ kind, description, events, includeKeys },
    url: kind === 'standard' ? address : '',
    chatId: kind === 'telegram' ? chatIdOf(hook) : '',
  };
}

const BLANK: TypedHook = {
  kind: 'standard',
  description: '',
  url: '',
  token: '',
  chatId: '',
  events: ['sale.paid'],
  includeKeys: false,
};

/** What is left empty is not sent, so that a secret that the shop knows stays. */
export function toBody({ kind, description, url, token, chatId, events, includeKeys }: TypedHook) {
  const shared = { kind, description, events, includeKeys: kind === 'standard' && includeKeys };
  if (kind === 'standard') return { ...shared, url };
  if (kind === 'discord') return { ...shared, ...(url.trim() !== '' && { url }) };
  return { ...shared, chatId: chatId.trim(), ...(token.trim() !== '' && { token: token.trim() }) };
}
