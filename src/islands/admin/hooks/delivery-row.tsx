import { ChevronDown, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyIconButton } from '#src/islands/ui/copy/copy-icon-button.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import { Tabs } from '#src/islands/ui/tabs.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import { clockText, formatDayTime } from '#src/wire/basics/dates.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import {
  type Attempt,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  isDelivered,
  TRIES_AFTER_SECONDS,
} from '#src/wire/hooks/deliveries.ts';
import { HOOKS_PATH } from '#src/wire/hooks/hooks.ts';
import { answerText, exactTime, secondsText } from './hook-text.ts';

type Props = { delivery: Delivery; isOpen: boolean; canSend: boolean; onToggle: () => void };

export function DeliveryRow({ delivery, isOpen, canSend, onToggle }: Props) {
  const { id, event, saleNumber, state, createdAt } = delivery;
  const details = useId();
  const { submit, isBusy } = useChange<undefined, unknown>({
    run: () => api.post(`/api/admin/hook-deliveries/${id}/resend`),
    refresh: [HOOKS_PATH],
    told: 'A loja envia de novo agora',
    failed: 'Falha ao enviar de novo',
  });
  return (
    <li className={`border-t border-line px-5 py-2 sm:px-6 ${isOpen ? 'bg-raised/60' : ''}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 basis-60 items-center gap-3 rounded-field text-left sm:min-h-9"
        >
          <span className="w-24 shrink-0">
            <Badge tone={TONES[state]}>{DELIVERY_STATES[state]}</Badge>
          </span>
          <span className="min-w-0 flex-1 text-table">
            <span className="code wrap-anywhere">{event}</span>
            {saleNumber !== null && <span className="whitespace-nowrap text-muted">{` pedido #${saleNumber}`}</span>}
          </span>
          <time
            dateTime={createdAt}
            title={formatDayTime(createdAt)}
            className="code text-mini text-muted tabular-nums"
          >
            {formatDayTime(createdAt).slice(-5)}
          </time>
          <ChevronDown aria-hidden className={`size-4 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        {canSend && (
          <Button variant="quiet" size="small" icon={Send} isBusy={isBusy} onClick={() => submit(undefined)}>
            Enviar de novo
            <span className="sr-only">{` ${event}`}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={details} className="grid grid-cols-1 gap-3 pt-1 pb-3">
          <Attempts delivery={delivery} />
          <Contents delivery={delivery} />
        </div>
      )}
    </li>
  );
}

const TONES: Record<DeliveryState, BadgeTone> = { waiting: 'warning', done: 'success', given_up: 'danger' };

function Attempts({ delivery: { attempts, nextAttemptAt, tries } }: { delivery: Delivery }) {
  const now = useNow(MINUTE_MS) ?? new Date();
  return (
    <ol aria-label="Tentativas" className="text-table">
      {attempts.map((attempt) => (
        <li key={attempt.at} className={POINT}>
          <time dateTime={attempt.at} title={formatDayTime(attempt.at)} className={TIME}>
            {exactTime(attempt.at)}
          </time>
          <span aria-hidden="true" className={`${CLIP} ${isDelivered(attempt) ? 'bg-success' : 'bg-danger'}`} />
          <span className="min-w-0">{answerText(attempt)}</span>
          <span className="code text-mini text-muted tabular-nums">{secondsText(attempt.durationMs)}</span>
        </li>
      ))}
      {nextAttemptAt && (
        <li className={POINT}>
          <time dateTime={nextAttemptAt} className={TIME}>
            {formatDayTime(nextAttemptAt).slice(-5)}
          </time>
          <span aria-hidden="true" className={PLAYHEAD} />
          <span className="col-span-2 min-w-0">
            <strong className="font-semibold">{`Próxima tentativa ${clockText(nextAttemptAt, now)}`}</strong>
            <span className="text-mini text-muted">{` a ${tries + 1}ª de ${TRIES_AFTER_SECONDS.length}`}</span>
          </span>
        </li>
      )}
    </ol>
  );
}

const POINT = 'grid grid-cols-[4.5rem_.75rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1';
const TIME = 'code text-right text-mini text-muted tabular-nums';
const CLIP = 'h-4 w-2 justify-self-center rounded-[3px]';
const PLAYHEAD = 'h-4 w-3 justify-self-center bg-orange-500 [clip-path:polygon(0_0,100%_0,100%_55%,50%_100%,0_55%)]';

function Contents({ delivery: { payload, attempts } }: { delivery: Delivery }) {
  const [tab, setTab] = useState('sent');
  const last = attempts.at(-1);
  const texts: Record<string, string> = {
    sent: JSON.stringify(payload, null, 2),
    answer: last ? answerOf(last) : 'Nenhuma resposta ainda.',
    headers: headersOf(payload.id, last),
  };
  const text = texts[tab] ?? '';
  return (
    <div className="rounded-card border border-line bg-surface px-3 pb-3">
      <Tabs label="Conteúdo" value={tab} onChange={setTab} tabs={TABS}>
        <div className="flex items-start gap-1">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part has to be reachable */}
          <pre tabIndex={0} className={TEXT}>
            {text}
          </pre>
          <CopyIconButton
            text={text}
            label="Copiar o conteúdo"
            copied="Conteúdo copiado"
            instead="Selecione o texto e copie com o menu do aparelho ou com Ctrl+C."
          />
        </div>
      </Tabs>
    </div>
  );
}

const TEXT = 'code max-h-72 min-w-0 flex-1 overflow-auto text-mini whitespace-pre-wrap wrap-anywhere';
const TABS = [
  { value: 'sent', label: 'Enviado' },
  { value: 'answer', label: 'Resposta' },
  { value: 'headers', label: 'Cabeçalhos' },
];

function answerOf({ answer, status, failure }: Attempt): string {
  return answer || `${answerText({ status, failure })}, sem texto.`;
}

/** The signature is made anew with each attempt, and nobody keeps it. */
function headersOf(id: string, last: Attempt | undefined): string {
  const at = last ? String(Math.floor(Date.parse(last.at) / 1_000)) : 'segundos desde 1970';
  return `content-type: application/json\nwebhook-id: ${id}\nwebhook-timestamp: ${at}\nwebhook-signature: v1,(feita com o seu segredo)`;
}
