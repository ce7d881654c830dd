import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { BankSetup } from '#src/wire/payments/bank.ts';
import { BANK_PATH, WEBHOOK_PATH } from './bank-paths.ts';

/** The shop tells the bank its own address, which carries a secret. */
export function RegisterWebhook() {
  const registering = useChange<undefined, BankSetup['findings'][number]>({
    run: () => api.post(WEBHOOK_PATH),
    done: async ({ isRight, sentence }) => {
      const title = isRight ? 'Endereço dos avisos registrado' : 'O banco não registrou o endereço';
      showToast({ tone: isRight ? 'success' : 'danger', title, description: sentence });
      await refreshLists(BANK_PATH);
    },
    failed: 'Erro ao registrar o endereço dos avisos',
  });
  return (
    <div className="mt-2">
      <p className="text-sm text-muted">A loja registra no banco o endereço dela quando você salva, ou agora.</p>
      <div className="mt-2">
        <Button
          variant="secondary"
          size="small"
          isBusy={registering.isBusy}
          busyLabel="Registrando..."
          onClick={() => registering.submit(undefined)}
        >
          Registrar endereço dos avisos
        </Button>
      </div>
    </div>
  );
}
