import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { CustomerTrial } from '#src/wire/trials/trials.ts';
import { customerPath } from './customer-paths.ts';

/** Most customers tried nothing, and have no such section. */
export function CustomerTrials({ customerId }: { customerId: string }) {
  const { data: trials, isError, isFetching, refetch } = useRead<CustomerTrial[]>(`${customerPath(customerId)}/trials`);
  if (isError && !trials) {
    return <FailedState title="Erro ao carregar os testes" read={{ isFetching, refetch }} />;
  }
  if (!trials?.length) return null;
  return (
    <TitledSection id="trials" title="Testes" look="part">
      <ul className="grid gap-1 text-sm">
        {trials.map((trial) => (
          <li key={trial.productId} className="wrap-anywhere">
            {trial.productName} <span className="text-muted">{stateText(trial)}</span>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function stateText({ state, endsAt }: CustomerTrial): string {
  if (state === 'bought') return 'virou compra';
  return `${state === 'running' ? 'testa até' : 'testou até'} ${formatDayTime(endsAt)}`;
}
