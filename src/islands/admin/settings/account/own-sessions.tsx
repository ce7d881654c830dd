import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { OWN_SESSIONS_PATH, type OwnSession, type SessionsEnded } from '#src/wire/access/own-account.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';

export function OwnSessions({ rendered }: { rendered: OwnSession[] }) {
  const read = useRead<OwnSession[]>(OWN_SESSIONS_PATH, { initialData: rendered });
  const sessions = read.data ?? rendered;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? sessions : sessions.slice(0, FIRST_SESSIONS);
  const others = useChange<undefined, SessionsEnded>({
    run: () => api.delete<SessionsEnded>(OWN_SESSIONS_PATH),
    refresh: [OWN_SESSIONS_PATH],
    told: ({ ended }) => countText(ended, 'sessão encerrada', 'sessões encerradas'),
    failed: 'Erro ao encerrar as sessões',
  });
  return (
    <section aria-labelledby="own-sessions" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="own-sessions" className="text-base">
          Sessões abertas
        </h2>
        {sessions.length > 1 && <ChangeButton change={others} label="Encerrar as outras" busyLabel="Encerrando..." />}
      </div>
      <p className="mt-1 text-sm text-muted">
        Onde a sua conta está aberta. Não reconhece uma delas? Encerre e troque a senha.
      </p>
      {read.isError && (
        <div className="mt-3">
          <FailedState title="Erro ao buscar as sessões" read={read} />
        </div>
      )}
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {shown.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          Mostrar mais {countText(sessions.length - shown.length, 'sessão', 'sessões')}
        </Button>
      )}
    </section>
  );
}

function Session({ session }: { session: OwnSession }) {
  const { id, device, startedAt, seenAt, isCurrent } = session;
  const ending = useChange<undefined, unknown>({
    run: () => api.delete(`${OWN_SESSIONS_PATH}/${id}`),
    refresh: [OWN_SESSIONS_PATH],
    isRefreshedOnFailure: true,
    told: { title: 'Sessão encerrada', description: device },
    failed: 'Erro ao encerrar a sessão',
  });
  const Sign = /Android|iPhone/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Sign aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          {device}
          {isCurrent && <Badge tone="success">Esta sessão</Badge>}
        </p>
        <p className="mt-0.5 text-table text-muted">
          Sessão <span className="code">{id.slice(0, 8)}</span> · entrou em {formatDayTime(startedAt)} · última visita
          em {formatDayTime(seenAt)}
        </p>
      </div>
      {!isCurrent && (
        <ChangeButton change={ending} label="Encerrar" busyLabel="Encerrando..." aria-label={`Encerrar ${device}`} />
      )}
    </li>
  );
}

/** This one comes first. */
const FIRST_SESSIONS = 8;
