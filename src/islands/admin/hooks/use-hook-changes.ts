import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { type Answer, isDelivered } from '#src/wire/hooks/deliveries.ts';
import { HOOKS_PATH, type Hook, type SaveHook } from '#src/wire/hooks/hooks.ts';
import { answerText, chatIdOf, hookCall, secondsText } from './hook-text.ts';
import type { ShownSecret } from './secret-dialog.tsx';

export type HookChanges = ReturnType<typeof useHookChanges>;

export function useHookChanges(show: (secret: ShownSecret) => void) {
  const testing = useChange<Hook, Answer>({
    run: ({ id }) => api.post<Answer>(hookCall(id, 'test'), undefined, { timeoutMs: 15_000 }),
    done: (answer) =>
      showToast({
        tone: isDelivered(answer) ? 'success' : 'danger',
        title: isDelivered(answer) ? 'O teste chegou' : 'O teste não chegou',
        description: `${answerText(answer)}, em ${secondsText(answer.durationMs)}.`,
      }),
    failed: 'Falha ao enviar o teste',
  });
  const state = useChange<{ hook: Hook; state: 'active' | 'paused' }, Hook>({
    run: ({ hook, state }) => api.put<Hook>(`${HOOKS_PATH}/${hook.id}`, { ...unchanged(hook), state }),
    refresh: [HOOKS_PATH],
    told: ({ state, description }) => `${description} ${state === 'active' ? 'ativado' : 'pausado'}`,
    failed: 'Falha ao mudar o webhook',
  });
  const rotation = useChange<Hook, { secret: string }>({
    run: ({ id }) => api.post<{ secret: string }>(hookCall(id, 'secret')),
    done: ({ secret }, { description }) => show({ secret, description, isRotated: true }),
    failed: 'Falha ao trocar o segredo',
  });
  const resending = useChange<Hook, { sent: number }>({
    run: ({ id }) => api.post<{ sent: number }>(hookCall(id, 'resend')),
    refresh: [HOOKS_PATH],
    told: 'A loja envia tudo de novo agora',
    failed: 'Falha ao enviar de novo',
  });
  return {
    test: testing.submit,
    isTesting: testing.isBusy,
    setState: (hook: Hook, wanted: 'active' | 'paused') => state.submit({ hook, state: wanted }),
    rotate: rotation.submit,
    resendAll: resending.submit,
    isResending: resending.isBusy,
  };
}

/** What is secret is left out, and stays. */
function unchanged({ kind, description, events, includeKeys, address }: Hook): SaveHook {
  const shared = { description, events, includeKeys };
  if (kind === 'standard') return { ...shared, kind, url: address };
  return kind === 'discord' ? { ...shared, kind } : { ...shared, kind, chatId: chatIdOf({ address }) };
}
