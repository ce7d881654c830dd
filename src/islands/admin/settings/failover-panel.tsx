import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { FAILOVER_PATH, type Failover, type FailoverAnswer, heldKeysText } from '#src/wire/upkeep/failover.ts';
import { HEALTH_PATH } from '#src/wire/upkeep/health.ts';

/** Only a person knows whether the server that took over had all that was sold. */
export function FailoverPanel({ failover }: { failover: Failover }) {
  const [asked, setAsked] = useState<FailoverAnswer | null>(null);
  const hasHeldKeys = failover.heldKeys > 0;
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
          {ANSWERS.map((answer) => (
            <Button key={answer} size="small" onClick={() => setAsked(answer)}>
              {WORDS[answer].title}
            </Button>
          ))}
        </div>
      </Notice>
      {asked && <Asked answer={asked} hasHeldKeys={hasHeldKeys} onClose={() => setAsked(null)} />}
    </div>
  );
}

type AskedProps = { answer: FailoverAnswer; hasHeldKeys: boolean; onClose: () => void };

function Asked({ answer, hasHeldKeys, onClose }: AskedProps) {
  const { title, effect, act, answered } = WORDS[answer];
  return (
    <ConfirmedChange
      run={() => api.post(FAILOVER_PATH, { answer })}
      refresh={[HEALTH_PATH]}
      done={hasHeldKeys ? answered : 'Resposta anotada'}
      failed="A resposta não foi anotada"
      onClose={onClose}
      title={`${title}?`}
      description={`${hasHeldKeys ? effect : 'O aviso sai daqui.'} A resposta não se desfaz.`}
      confirmLabel={hasHeldKeys ? act : 'Anotar'}
      busyLabel="Anotando..."
      tone={answer === 'nothing_lost' ? 'danger' : 'neutral'}
    />
  );
}

const ANSWERS: FailoverAnswer[] = ['nothing_lost', 'may_have_lost'];

const WORDS: Record<FailoverAnswer, Record<'title' | 'effect' | 'act' | 'answered', string>> = {
  nothing_lost: {
    title: 'Nada se perdeu',
    effect: 'As chaves voltam à venda. Se faltar uma venda neste banco, a chave dela pode ser vendida outra vez.',
    act: 'Devolver à venda',
    answered: 'As chaves voltaram à venda',
  },
  may_have_lost: {
    title: 'Algo pode ter se perdido',
    effect: 'As chaves ficam fora da venda até você adicionar de novo as que ninguém comprou.',
    act: 'Deixar fora da venda',
    answered: 'As chaves ficam fora da venda, e a loja pergunta ao banco',
  },
};
