import { useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { Pager } from '#src/islands/ui/table/pager.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import { whenText } from '#src/wire/basics/dates.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Delivery, DeliveryState } from '#src/wire/hooks/deliveries.ts';
import type { Hook } from '#src/wire/hooks/hooks.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { hookCall, isFailing, shortAddress } from './hook-text.ts';
import type { HookChanges } from './use-hook-changes.ts';

type Props = { hook: Hook; changes: HookChanges; onClose: () => void };

export function DeliveryDrawer({ hook, changes, onClose }: Props) {
  const { id, description, waiting } = hook;
  const [state, setState] = useState<DeliveryState | ''>('');
  const [page, setPage] = useState(1);
  const read = useRead<Page<Delivery>>(`${hookCall(id, 'deliveries')}?page=${page}${state && `&state=${state}`}`, {
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
    placeholderData: (former) => former,
  });
  return (
    <Drawer
      onClose={onClose}
      title="Entregas"
      description={
        <>
          {`${description} · `}
          <span className="code wrap-anywhere text-mini">{shortAddress(hook)}</span>
        </>
      }
      foot={<Foot hook={hook} changes={changes} />}
    >
      <div className="grid grid-cols-1 gap-4">
        <Trouble hook={hook} />
        <fieldset className="chips" aria-label="Mostrar">
          {STATES.map(([value, label]) => (
            <label key={value} className="chip">
              <input
                type="radio"
                name="delivery-state"
                checked={state === value}
                onChange={() => {
                  setState(value);
                  setPage(1);
                }}
                className="sr-only"
              />
              {value === 'waiting' && waiting > 0 ? `${label} ${waiting.toLocaleString('pt-BR')}` : label}
            </label>
          ))}
        </fieldset>
        <Deliveries read={read} isActive={hook.state === 'active'} />
        {read.data && read.data.total > read.data.pageSize && (
          <Pager {...read.data} noun={['entrega', 'entregas']} onPage={setPage} />
        )}
      </div>
    </Drawer>
  );
}

const REFRESH_MS = 5_000;
const STATES: [DeliveryState | '', string][] = [
  ['', 'Todas'],
  ['waiting', 'Esperando'],
  ['done', 'Entregues'],
  ['given_up', 'Desistidas'],
];

function Trouble({ hook }: { hook: Hook }) {
  const { state, failingSince, waiting } = hook;
  const now = useNow(MINUTE_MS) ?? new Date();
  if (state === 'disabled') {
    return (
      <Notice tone="danger" title="Desligado depois de só falhas">
        Conserte o endereço e ative o webhook. O que aconteceu enquanto ele estava desligado está em Eventos.
      </Notice>
    );
  }
  if (!isFailing(hook) || failingSince === null) return null;
  const words = waiting === 1 ? '1 entrega espera' : `${waiting.toLocaleString('pt-BR')} entregas esperam`;
  return (
    <Notice tone="warning" title={`Falhando desde ${whenText(failingSince, now)}`}>
      {`${words}. Cada uma é tentada 8 vezes, por cerca de 34 horas. Depois de 3 dias só de falhas, o webhook se desliga e você recebe um e-mail.`}
    </Notice>
  );
}

type ListProps = { read: ReturnType<typeof useRead<Page<Delivery>>>; isActive: boolean };

function Deliveries({ read, isActive }: ListProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  if (!read.data && read.isError) {
    return <FailedState title="Não foi possível carregar as entregas." read={read} />;
  }
  if (!read.data) return <Skeleton className="h-64 w-full" />;
  if (read.data.items.length === 0) {
    return <p className="py-6 text-center text-sm text-muted">Nenhuma entrega aqui.</p>;
  }
  const open = openId ?? read.data.items[0]?.id;
  return (
    <ul className="-mx-5 border-b border-line sm:-mx-6">
      {read.data.items.map((delivery) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          isOpen={delivery.id === open}
          canSend={isActive}
          onToggle={() => setOpenId(delivery.id === open ? 0 : delivery.id)}
        />
      ))}
    </ul>
  );
}

function Foot({ hook, changes }: Pick<Props, 'hook' | 'changes'>) {
  const { waiting, state, kind } = hook;
  const isActive = state === 'active';
  return (
    <>
      <Button isBusy={changes.isTesting} busyLabel="Enviando..." onClick={() => changes.test(hook)}>
        {kind === 'standard' ? 'Enviar teste' : 'Conferir'}
      </Button>
      <Button onClick={() => changes.setState(hook, isActive ? 'paused' : 'active')}>
        {isActive ? 'Pausar' : 'Ativar'}
      </Button>
      {isActive && waiting > 0 && (
        <Button
          variant="primary"
          isBusy={changes.isResending}
          busyLabel="Enviando..."
          onClick={() => changes.resendAll(hook)}
        >
          {waiting === 1 ? 'Enviar de novo' : `Enviar as ${waiting.toLocaleString('pt-BR')} de novo`}
        </Button>
      )}
    </>
  );
}
