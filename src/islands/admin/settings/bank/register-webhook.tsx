import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import type { WebhookRegistration } from '#src/wire/payments/bank.ts';
import { WEBHOOK_PATH } from './bank-paths.ts';

/** The shop tells the bank its own address, which carries a secret. */
export function RegisterWebhook({ onRegistered }: { onRegistered: () => void }) {
  const registering = useChange<undefined, WebhookRegistration>({
    run: () => api.post(WEBHOOK_PATH),
    done: ({ isRight, sentence }) => {
      const title = isRight ? 'Endereço dos avisos registrado' : 'O banco não registrou o endereço';
      showToast({ tone: isRight ? 'success' : 'danger', title, description: sentence });
      onRegistered();
    },
    failed: 'Erro ao registrar o endereço dos avisos',
  });
  return (
    <div className="mt-2">
      <p className="text-sm text-muted">A loja registra no banco o endereço dela quando você salva, ou agora.</p>
      <div className="mt-2">
        <ChangeButton change={registering} label="Registrar endereço dos avisos" busyLabel="Registrando..." />
      </div>
    </div>
  );
}
