import * as z from 'zod/mini';
import { keyOf, line } from '../basics/text.ts';
import { Attempt } from './deliveries.ts';
import { HOOK_EVENT_NAMES, HOOK_EVENTS } from './hook-events.ts';

export const HOOKS_PATH = '/api/admin/hooks';
export const EVENT_LOG_PATH = '/api/admin/event-log';
export const MOST_HOOKS = 20;

export const HOOK_KINDS = { standard: 'Webhook padrão', discord: 'Discord', telegram: 'Telegram' } as const;
export type HookKind = keyof typeof HOOK_KINDS;

export const HOOK_STATES = { active: 'Ativo', paused: 'Pausado', disabled: 'Desligado' } as const;
export type HookState = keyof typeof HOOK_STATES;

export const HOOK_TEXTS = {
  url: 'Use um endereço https público, como https://n8n.exemplo.com.br/webhook/vendas.',
  discord: 'Cole o endereço que o Discord mostra, como https://discord.com/api/webhooks/123/abc.',
  token: 'Cole o token que o BotFather deu, como 123456:ABC-DEF.',
  chatId: 'Informe o número do chat, como -1001234567890, ou o nome do canal, como @minhaloja.',
  events: 'Escolha ao menos um evento.',
  description: 'Dê um nome, com até 80 caracteres.',
  unknown: 'Webhook não encontrado.',
  tooMany: `A loja avisa até ${MOST_HOOKS} endereços. Exclua um que não usa mais.`,
  asleep: 'Este webhook não está ativo. Ative-o antes de enviar.',
} as const;

const shared = {
  description: line(1, 80, HOOK_TEXTS.description),
  events: z
    .array(z.enum(HOOK_EVENT_NAMES, 'Este evento não existe.'))
    .check(z.minLength(1, HOOK_TEXTS.events), z.maxLength(HOOK_EVENT_NAMES.length, HOOK_TEXTS.events)),
  includeKeys: z.optional(z.boolean('Diga se as chaves vão junto.')),
  /** A paused one gets later what happens meanwhile. */
  state: z.optional(z.enum(['active', 'paused'], 'Escolha ativo ou pausado.')),
};

/** Where news go; a change may leave a secret out, which then stays. */
export const SaveHook = z.discriminatedUnion(
  'kind',
  [
    z.object({ ...shared, kind: z.literal('standard'), url: line(1, 2_000, HOOK_TEXTS.url) }),
    z.object({ ...shared, kind: z.literal('discord'), url: z.optional(line(1, 2_000, HOOK_TEXTS.discord)) }),
    z.object({
      ...shared,
      kind: z.literal('telegram'),
      token: z.optional(z.string(HOOK_TEXTS.token).check(z.regex(/^\d{5,20}:[\w-]{20,80}$/, HOOK_TEXTS.token))),
      chatId: z.string(HOOK_TEXTS.chatId).check(z.regex(/^(?:-?\d{1,20}|@\w{5,32})$/, HOOK_TEXTS.chatId)),
    }),
  ],
  'Escolha o que recebe os avisos.',
);
export type SaveHook = z.infer<typeof SaveHook>;

export const Hook = z.object({
  id: z.string(),
  kind: keyOf(HOOK_KINDS),
  description: z.string(),
  /** Without the secret part of it. */
  address: z.string(),
  events: z.array(keyOf(HOOK_EVENTS)),
  includeKeys: z.boolean(),
  state: keyOf(HOOK_STATES),
  stateAt: z.string(),
  /** The name of who paused it. */
  stateBy: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  waiting: z.number(),
  lastAttempt: z.nullable(Attempt),
  createdAt: z.string(),
});
export type Hook = z.infer<typeof Hook>;

/** The secret is shown this once; a channel has none. */
export const CreatedHook = z.extend(Hook, {
  secret: z.nullable(z.string()),
});
export type CreatedHook = z.infer<typeof CreatedHook>;

export const HookSecret = z.object({ secret: z.string(), formerUntil: z.string() });
export const SentAgain = z.object({ sent: z.number() });

export type IntegrationCounts = { hooks: number; tokens: number };
