import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { HEALTH_PATH, type Health, type HealthProcess, type Work } from '#src/wire/upkeep/health.ts';
import { isLate, verdictOf, WORK_NAMES, WORKS } from '#src/wire/upkeep/health-verdict.ts';
import { isTrailWhole, trailText } from '#src/wire/upkeep/trail-check.ts';
import { FailoverPanel } from './failover-panel.tsx';
import { backupText, ERASURE_PROMISES, engineText, filesText, sizeText, waitText } from './health-text.ts';
import { ReleaseCard } from './release-card.tsx';

const ASK_EVERY_MS = 15 * SECOND_MS;

export function HealthCard() {
  const read = useRead<Health>(HEALTH_PATH, { refetchInterval: ASK_EVERY_MS });
  const { data: health, isError } = read;
  return (
    <TitledSection id="health" title="Saúde">
      {isError && (
        <div className="mt-3">
          <FailedState
            title="Erro ao ler a saúde da loja"
            text={health && 'O que está abaixo é da última leitura. Confira sua conexão e tente de novo.'}
            read={read}
          />
        </div>
      )}
      {health?.failover && <FailoverPanel failover={health.failover} />}
      {health ? <Read health={health} /> : !isError && <Loading />}
    </TitledSection>
  );
}

function Read({ health }: { health: Health }) {
  const { isFine, title, sentence } = verdictOf(health);
  return (
    <>
      <div role="status" className="mt-3">
        {!(isFine && health.failover) && (
          <Notice tone={isFine ? 'success' : 'warning'} title={title}>
            {sentence}
          </Notice>
        )}
      </div>
      <dl className={FACTS}>
        <Fact name="Banco de dados">{engineText(health)}</Fact>
        <Fact name="Tamanho">{sizeText(health)}</Fact>
        <Fact name="Imagens e arquivos vendidos">{filesText(health)}</Fact>
        <Fact name="Último backup">{backupText(health)}</Fact>
        <Fact name="Trilha de auditoria">
          {health.trail ? (
            <Judged isFine={isTrailWhole(health.trail)}>{trailText(health.trail)}</Judged>
          ) : (
            trailText(null)
          )}
        </Fact>
      </dl>
      <dl className={WAITS}>
        {WORKS.map((work) => (
          <Fact key={work} name={WORK_NAMES[work]}>
            <Wait work={work} ms={health.waitingMs[work]} />
          </Fact>
        ))}
      </dl>
      <Processes processes={health.processes} />
      <ReleaseCard {...health} />
      <div className="mt-6 border-t border-line pt-5">
        <h3 className="text-sm font-semibold">Quando você exclui um cliente</h3>
        <p className="mt-1 text-sm text-muted">{ERASURE_PROMISES[health.engine]}</p>
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-table text-muted">{name}</dt>
      <dd className="mt-0.5 text-sm font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function Wait({ work, ms }: { work: Work; ms: number | null }) {
  return <Judged isFine={!isLate(work, ms)}>{waitText(work, ms)}</Judged>;
}

function Judged({ isFine, children }: { isFine: boolean; children: ReactNode }) {
  const [Sign, color] = isFine ? [CircleCheck, 'text-success'] : [TriangleAlert, 'text-warning'];
  return (
    <span className="flex items-start gap-1.5">
      <Sign aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      {children}
    </span>
  );
}

function Processes({ processes }: { processes: HealthProcess[] }) {
  const versions = new Set(processes.map(({ version }) => version));
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-sm font-semibold" id="processes">
        {countText(processes.length, 'processo aberto', 'processos abertos')}
      </h3>
      {versions.size > 1 && (
        <p className="mt-1 text-sm text-muted">Há mais de uma versão da loja aberta, como durante uma atualização.</p>
      )}
      <ul aria-labelledby="processes" className="mt-3 divide-y divide-line rounded-card border border-line">
        {processes.map(({ id, host, pid, startedAt, isLeader }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2.5 text-sm">
            <span className="min-w-0">
              <span className="code block wrap-anywhere">
                {host} · {pid}
              </span>
              <span className="block text-muted tabular-nums">desde {formatDayTime(startedAt)}</span>
            </span>
            {isLeader && <Badge tone="success">cuida das tarefas automáticas</Badge>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Lendo a saúde da loja...
      </p>
      <Skeleton className="mt-3 h-20 rounded-card" />
      <div className={FACTS}>
        {PLACES.map((place) => (
          <div key={place}>
            <Skeleton className="my-0.5 h-4 w-28" />
            <Skeleton className="my-1.5 h-4 w-40" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-6 h-80 rounded-card" />
    </>
  );
}

const FACTS = 'mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2';
const WAITS = 'mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-3';
const PLACES = ['database', 'size', 'files', 'backup', 'trail', 'mail', 'webhooks', 'polls'];
