import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { FAILOVER_PATH, type Failover, type FailoverAnswer, heldKeysText } from '#src/wire/upkeep/failover.ts';

/** Only a person knows whether the server that took over had all that was sold. */
export function FailoverPanel({ failover, onAnswered }: { failover: Failover; onAnswered: () => void }) {
  const hasHeldKeys = failover.heldKeys > 0;
  const answering = useChange<FailoverAnswer, { freedKeys: number }>({
    run: (answer) => api.post(FAILOVER_PATH, { answer }),
    done(_result, answer) {
      showToast({ tone: 'success', title: hasHeldKeys ? ANSWERED[answer] : 'Resposta anotada' });
      onAnswered();
    },
    failed: 'A resposta não foi anotada',
  });
  return (
    <div className="mt-3">
      <Notice tone="danger" title="O banco de dados foi trocado por outro">
        <p>
          Em {formatDayTime(failover.at)} outro servidor assumiu, ou o banco voltou a um momento anterior. O que foi
          vendido desde {formatDayTime(failover.since)} pode faltar nele. {heldKeysText(failover)}
          {hasHeldKeys && ', para que nenhuma seja vendida duas vezes'}.
        </p>
        <p className="mt-2">
          Se a réplica era síncrona, nada se perdeu. Se não se sabe, a loja pergunta ao banco pelos pagamentos
          {hasHeldKeys &&
            ', e as chaves ficam fora até você adicionar de novo, em Chaves de Ativação, as que ninguém comprou'}
          .
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          {ANSWERS.map(({ answer, words }) => (
            <Button
              key={answer}
              variant="secondary"
              size="small"
              isBusy={answering.isBusy}
              busyLabel="Anotando..."
              onClick={() => answering.submit(answer)}
            >
              {words}
            </Button>
          ))}
        </div>
      </Notice>
    </div>
  );
}

const ANSWERS: { answer: FailoverAnswer; words: string }[] = [
  { answer: 'nothing_lost', words: 'Nada se perdeu' },
  { answer: 'may_have_lost', words: 'Algo pode ter se perdido' },
];

const ANSWERED: Record<FailoverAnswer, string> = {
  nothing_lost: 'As chaves voltaram à venda',
  may_have_lost: 'As chaves ficam fora da venda, e a loja pergunta ao banco',
};
