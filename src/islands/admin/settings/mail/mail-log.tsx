import { Send } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Breakable } from '#src/islands/ui/breakable.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import {
  addresseeOf,
  type LoggedMail,
  MAIL_LOG_PATH,
  MAIL_STATE_NAMES,
  MAIL_TEST_PATH,
  type MailRetried,
} from '#src/wire/mail/mail.ts';
import { MAIL_KINDS } from '#src/wire/mail/mail-kinds.ts';

export function MailLog({ rendered }: { rendered: LoggedMail[] }) {
  const read = useRead<LoggedMail[]>(MAIL_LOG_PATH, {
    initialData: rendered,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? 2 * SECOND_MS : 15 * SECOND_MS),
  });
  const { data = rendered, isError } = read;
  const [asked, setAsked] = useState<string | null>(null);
  const test = useChange<undefined, { id: string }>({
    run: () => api.post(MAIL_TEST_PATH),
    done: async ({ id }) => {
      setAsked(`test-${id}`);
      await read.refetch();
    },
    failed: 'O teste não foi enviado',
  });
  return (
    <section aria-labelledby="mail-log" className="rounded-card border border-line bg-surface p-4 lg:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="mail-log" className="text-base">
            Últimos e-mails
          </h2>
          <p className="mt-1 text-sm text-muted">O que saiu e o que não saiu. O texto dos e-mails não é guardado.</p>
        </div>
        <ChangeButton change={test} label="Enviar e-mail de teste" busyLabel="Enviando..." icon={Send} />
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {asked && testText(data.find(({ id }) => id === asked))}
      </p>
      {isError && (
        <div className="mt-3">
          <FailedState title="Erro ao ler os e-mails" read={read} />
        </div>
      )}
      {data.length === 0 ? (
        <p className="mt-4 text-sm text-muted">Nenhum e-mail saiu ainda. Envie um teste para ver se chega.</p>
      ) : (
        <ul aria-labelledby="mail-log" className="mt-4 divide-y divide-line rounded-card border border-line">
          {data.map((mail) => (
            <Line key={mail.id} mail={mail} onDone={() => void read.refetch()} />
          ))}
        </ul>
      )}
    </section>
  );
}

function testText(mail: LoggedMail | undefined): string {
  if (mail?.state === 'sent') return `O servidor de e-mail aceitou o teste. Confira a caixa de entrada de ${mail.to}.`;
  if (mail?.state === 'failed') return `O teste não saiu: ${mail.reason}.`;
  return 'O teste está a caminho. O resultado aparece na lista abaixo.';
}

function isWaiting({ state }: LoggedMail): boolean {
  return state === 'waiting';
}

function Line({ mail, onDone }: { mail: LoggedMail; onDone: () => void }) {
  const retry = useChange<undefined, MailRetried>({
    run: () => api.post(`/api/admin/mail/${mail.id}/retry`),
    told: ({ message }) => message,
    done: onDone,
    failed: 'O e-mail não voltou à fila',
  });
  const href = mail.purchaseId
    ? `/admin/sales?id=${mail.purchaseId}`
    : mail.customerId && `/admin/customers/${mail.customerId}`;
  const to = addresseeOf(mail);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="wrap-anywhere">
          {href ? (
            <a href={href} className="font-medium link decoration-outline hover:decoration-current">
              <Breakable text={to} />
            </a>
          ) : (
            <span className="font-medium">{to}</span>
          )}
        </p>
        <p className="text-table text-muted tabular-nums wrap-anywhere">
          {[mail.kind ? MAIL_KINDS[mail.kind].label : 'Teste', formatDayTime(mail.at), mail.reason]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Badge tone={TONES[mail.state]}>{MAIL_STATE_NAMES[mail.state]}</Badge>
      {mail.canRetry && (
        <ChangeButton
          change={retry}
          label="Enviar de novo"
          busyLabel="Enviando..."
          aria-label={`Enviar de novo para ${to}`}
        />
      )}
    </li>
  );
}

const TONES: Record<LoggedMail['state'], BadgeTone> = { waiting: 'neutral', sent: 'success', failed: 'danger' };
