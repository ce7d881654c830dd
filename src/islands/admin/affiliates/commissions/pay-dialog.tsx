import { api } from '#src/client/api.ts';
import { showResult } from '#src/islands/admin/form/use-activation.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useConfirmedChange } from '#src/islands/admin/form/use-confirmed-change.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { type Commission, isOnHold } from '#src/wire/affiliates/affiliates.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { formatCents, formatReais } from '#src/wire/basics/money.ts';
import type { ChosenResult } from '#src/wire/lists/chosen-rows.ts';
import { BOTH_PATHS, COMMISSIONS_PATH } from '../affiliate-paths.ts';

type Props = { commissions: readonly Commission[]; done?: () => void; onClose: () => void };

/** Notes that commissions were paid, outside the shop. */
export function PayDialog({ commissions, ...rest }: Props) {
  const [only, ...others] = commissions;
  if (!only) return null;
  return others.length === 0 ? <PayOne commission={only} {...rest} /> : <PayMany commissions={commissions} {...rest} />;
}

function PayOne({ commission, done, onClose }: Omit<Props, 'commissions'> & { commission: Commission }) {
  const payment = `${formatReais(commission.commission)} para ${commission.affiliateName}`;
  const { payableAt, isDisputed } = commission;
  const isEarly = isOnHold(commission, Date.now());
  const marking = useConfirmedChange({
    run: () => api.post(`${COMMISSIONS_PATH}/${commission.id}/pay${isEarly ? '?force=true' : ''}`),
    refresh: [BOTH_PATHS],
    done: { title: 'Comissão marcada como paga', description: `${payment}.` },
    failed: { title: 'Falha ao marcar a comissão' },
    onClose: () => {
      done?.();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...marking}
      onClose={onClose}
      title="Marcar comissão como paga"
      description={`${payment}, pela venda de ${formatDay(commission.date)}.`}
      confirmLabel={isEarly ? 'Marcar assim mesmo' : 'Marcar como paga'}
      busyLabel="Marcando..."
      tone="neutral"
    >
      {isEarly && (
        <p className="mb-3 text-sm text-warning">
          {isDisputed
            ? 'A venda está em disputa no banco, e o valor ainda pode voltar ao cliente.'
            : `Ela só é liberada em ${formatDay(payableAt ?? '')}: até lá o cliente ainda pode desistir.`}{' '}
          Marcar agora fica na auditoria.
        </p>
      )}
      <Warning />
    </ConfirmDialog>
  );
}

function PayMany({ commissions, done, onClose }: Props) {
  const { submit, isBusy } = useChange<undefined, ChosenResult>({
    run: () => api.post<ChosenResult>(`${COMMISSIONS_PATH}/pay`, { ids: commissions.map(({ id }) => id) }),
    refresh: [BOTH_PATHS],
    isRefreshedOnFailure: true,
    done: (result) => {
      showResult(result, ['comissão', 'comissões'], ['marcada como paga', 'marcadas como pagas']);
      done?.();
      onClose();
    },
    failed: 'Falha ao marcar as comissões',
  });
  const people = [...Map.groupBy(commissions, ({ affiliateName }) => affiliateName)];
  return (
    <ConfirmDialog
      title={`Marcar ${commissions.length.toLocaleString('pt-BR')} comissões como pagas`}
      description={`${sumOf(commissions)} no total.`}
      confirmLabel="Marcar como pagas"
      isBusy={isBusy}
      busyLabel="Marcando..."
      tone="neutral"
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <ul className="mb-3 grid gap-1 text-sm">
        {people.map(([name, own]) => (
          <li key={name} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="shrink-0 font-medium tabular-nums">{sumOf(own)}</span>
          </li>
        ))}
      </ul>
      <Warning />
    </ConfirmDialog>
  );
}

function Warning() {
  return (
    <p className="text-sm">
      Faça isso depois de transferir o dinheiro: a loja não faz a transferência, e não dá para desfazer.
    </p>
  );
}

function sumOf(commissions: readonly Commission[]): string {
  return formatCents(commissions.reduce((cents, { commission }) => cents + Math.round(commission * 100), 0));
}
