import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { MAIL_QUOTA_PATH, type MailQuota as Quota, type QuotaSpan } from '#src/wire/mail/mail.ts';

/** How much of the account's quotas is used, and what it said of them; nothing where it has none. */
export function MailQuota() {
  const { data } = useRead<Quota>(MAIL_QUOTA_PATH, { refetchInterval: MINUTE_MS });
  if (!data || (data.spans.length === 0 && !data.refusal)) return null;
  return (
    <TitledSection id="mail-quota" title="Limite da conta">
      {data.refusal && (
        <Notice className="mt-3" tone="danger" title={data.refusal.title}>
          {data.refusal.text}
        </Notice>
      )}
      {data.spans.length > 0 && (
        <dl className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {data.spans.map((span) => (
            <div key={span.name} className="min-w-0">
              <dt className="text-table text-muted">{span.name}</dt>
              <dd className="mt-0.5 font-semibold tabular-nums">{usedText(span)}</dd>
              {span.kept > 0 && (
                <dd className="mt-0.5 text-table text-muted tabular-nums">
                  {span.kept.toLocaleString('pt-BR')} ficam para recibos, chaves e entradas.
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </TitledSection>
  );
}

function usedText({ sent, limit }: QuotaSpan): string {
  return `${sent.toLocaleString('pt-BR')} de ${limit.toLocaleString('pt-BR')} e-mails`;
}
