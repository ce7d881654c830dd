import type { BadgeTone } from '#src/islands/ui/states/badge.tsx';
import { type Answer, isDelivered, SENDING_FAILURES } from '#src/wire/hooks/deliveries.ts';
import { HOOK_STATES, HOOKS_PATH, type Hook } from '#src/wire/hooks/hooks.ts';

export function hookCall(id: string, deed: 'test' | 'secret' | 'deliveries' | 'resend'): string {
  return `${HOOKS_PATH}/${encodeURIComponent(id)}/${deed}`;
}

export function isFailing({ state, failingSince }: Hook): boolean {
  return state === 'active' && failingSince !== null;
}

export function stateOf(hook: Hook): { tone: BadgeTone; text: string } {
  if (isFailing(hook)) return { tone: 'warning', text: 'Falhando' };
  const tones = { active: 'success', paused: 'neutral', disabled: 'danger' } as const;
  return { tone: tones[hook.state], text: HOOK_STATES[hook.state] };
}

export function shortAddress({ address }: Pick<Hook, 'address'>): string {
  return address.replace(/^https?:\/\//, '');
}

export function secondsText(ms: number): string {
  return `${(ms / 1_000).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** Writes `Entregue: 200`, `Recusada: 500`, `Sem resposta em 10 s`. */
export function answerText(answer: Pick<Answer, 'status' | 'failure'>): string {
  if (answer.status === null) return SENDING_FAILURES[answer.failure ?? 'unreachable'];
  return `${isDelivered(answer) ? 'Entregue' : 'Recusada'}: ${answer.status}`;
}

/** Writes `14:02:27`. */
export function exactTime(at: string): string {
  return EXACT.format(new Date(at));
}

const EXACT = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function chatIdOf({ address }: Pick<Hook, 'address'>): string {
  return address.replace(/^Telegram /, '');
}
