import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { MINIMUM_CHARGE } from '#src/wire/basics/money.ts';
import type { TestCharge as Charge } from '#src/wire/payments/bank.ts';
import { TEST_CHARGE_PATH } from './bank-paths.ts';
import type { TestChargeDialog } from './test-charge-dialog.tsx';

type Opened = { charge: Charge; Window: typeof TestChargeDialog };

/** Orange until one was paid at this bank. */
export function TestCharge({ isPaid }: { isPaid: boolean }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const creation = useChange<undefined, Opened>({
    run: async () => {
      // The window is loaded first, because a charge without it could not be paid.
      const { TestChargeDialog: Window } = await import('./test-charge-dialog.tsx');
      return { charge: await api.post<Charge>(TEST_CHARGE_PATH), Window };
    },
    done: setOpened,
    failed: 'Erro ao criar cobrança de teste',
  });
  return (
    <div>
      <h3 className="text-sm font-semibold">Cobrança de teste</h3>
      <p className="mt-1 text-sm text-muted">
        {isPaid ? 'Uma já foi paga neste banco.' : 'Nenhuma foi paga neste banco ainda.'} Você paga com o seu app, vê o
        dinheiro na conta, e a loja oferece devolver. Não vira venda.
      </p>
      <div className="mt-3 max-sm:*:w-full max-sm:*:whitespace-normal">
        <ChangeButton
          change={creation}
          label={`Fazer uma cobrança de teste de ${MINIMUM_CHARGE}`}
          busyLabel="Criando cobrança..."
          variant={isPaid ? 'secondary' : 'primary'}
          size="normal"
          icon={QrCode}
        />
      </div>
      {opened && <opened.Window charge={opened.charge} onClose={() => setOpened(null)} />}
    </div>
  );
}
