import { MailWarning } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { FailedMail as Mail } from '#src/wire/mail/mail.ts';
import { MAIL_KINDS } from '#src/wire/mail/mail-kinds.ts';
import { useFailedMail, useRetry } from './use-failed-mail.ts';

export function FailedMail() {
  const place = useRef<HTMLDivElement>(null);
  const page = useFailedMail();
  useEffect(() => place.current?.focus(), []);
  const retryAll = useRetry(() => place.current?.focus());
  const total = page?.total ?? 0;
  return (
    <div ref={place} tabIndex={-1} className={`outline-none ${total === 0 ? 'sr-only' : ''}`}>
      {page && total > 0 && (
        <section aria-labelledby="failed-mail" className="rounded-card border border-warning/45 bg-surface">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
            <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
              <MailWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
              <div className="min-w-0">
                <h2 id="failed-mail" className="text-base leading-6">
                  {countText(total, 'e-mail não saiu', 'e-mails não saíram')}
                </h2>
                <p className="text-sm text-muted">
                  A loja tentou por 5 dias e parou. Confira o servidor de e-mail e envie de novo.
                </p>
              </div>
            </div>
            {total > 1 && (
              <Button
                size="small"
                isBusy={retryAll.isBusy}
                busyLabel="Enviando..."
                onClick={() => retryAll.submit('all')}
              >
                Enviar todos de novo
              </Button>
            )}
          </div>
          <ul aria-labelledby="failed-mail" className="divide-y divide-line border-t border-line">
            {page.items.map((mail) => (
              <Row key={mail.id} mail={mail} onDone={() => place.current?.focus()} />
            ))}
          </ul>
          {total > page.items.length && (
            <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
              {countText(total - page.items.length, 'outro aparece', 'outros aparecem')} aqui em seguida.
            </p>
          )}
        </section>
      )}
    </div>
  );
}

function Row({ mail, onDone }: { mail: Mail; onDone: () => void }) {
  const { isBusy, submit } = useRetry(onDone);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">
          <a
            href={mail.purchaseId ? `/admin/sales?id=${mail.purchaseId}` : `/admin/customers/${mail.customerId}`}
            className="font-medium link decoration-outline hover:decoration-current"
          >
            {mail.customer}
          </a>{' '}
          · {[MAIL_KINDS[mail.kind].label, mail.product].filter(Boolean).join(' · ')}
        </p>
        <p className="text-mini text-muted wrap-anywhere">
          {mail.email} · de {formatDayTime(mail.createdAt)} · {mail.reason}
        </p>
      </div>
      <Button
        size="small"
        aria-label={`Enviar de novo para ${mail.customer}`}
        isBusy={isBusy}
        busyLabel="Enviando..."
        onClick={() => submit(mail.id)}
      >
        Enviar de novo
      </Button>
    </li>
  );
}
