import { Undo2 } from 'lucide-react';
import { countText } from '#src/islands/admin/count-text.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { dayOf } from '#src/wire/dates.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/durations.ts';
import { type AwaitedWithdrawals, dayText, type WaitingWithdrawal } from '#src/wire/withdrawals.ts';

type Props = { rendered: AwaitedWithdrawals | null /** Milliseconds since 1970. */; renderedAt: number };

export function Withdrawals({ rendered, renderedAt }: Props) {
  const { data } = useRead<AwaitedWithdrawals>('/api/admin/withdrawals', {
    initialData: rendered ?? undefined,
    refetchInterval: MINUTE_MS,
  });
  if (!data || data.total === 0) return null;
  const today = dayOf(new Date(renderedAt));
  return (
    <section aria-labelledby="withdrawals" className="rounded-card border border-warning/45 bg-surface">
      <div className="flex items-start gap-3 p-4">
        <Undo2 aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        <div className="min-w-0">
          <h2 id="withdrawals" className="text-base leading-6">
            {countText(data.total, 'desistência espera por você', 'desistências esperam por você')}
          </h2>
          <p className="text-sm text-muted">Responda em até 5 dias. Enquanto isso a chave do cliente fica suspensa.</p>
        </div>
      </div>
      <ul aria-labelledby="withdrawals" className="divide-y divide-line border-t border-line">
        {data.items.map((item) => (
          <Row key={item.purchaseId} item={item} today={today} />
        ))}
      </ul>
      {data.total > data.items.length && (
        <p className="border-t border-line px-4 py-2.5 text-sm">
          <a href="/admin/sales?status=withdrawal" className="text-link underline underline-offset-4">
            Ver todas em Vendas
          </a>
        </p>
      )}
    </section>
  );
}

function Row({ item, today }: { item: WaitingWithdrawal; today: string }) {
  const { text, isPressing } = deadlineOf(item, today);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
      <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <a
          href={`/admin/sales?id=${item.purchaseId}`}
          className="font-medium text-link underline decoration-outline underline-offset-4 hover:decoration-current"
        >
          {item.customer}
        </a>{' '}
        · {item.product} · {item.amount}
      </p>
      <p className={isPressing ? 'font-medium text-danger' : 'text-muted'}>{text}</p>
    </li>
  );
}

function deadlineOf({ state, answerBy }: WaitingWithdrawal, today: string): { text: string; isPressing: boolean } {
  if (state === 'refunding') return { text: 'O banco recusou a devolução', isPressing: true };
  const days = (Date.parse(answerBy) - Date.parse(today)) / DAY_MS;
  if (days < 0) return { text: `O prazo terminou em ${dayText(answerBy)}`, isPressing: true };
  if (days === 0) return { text: 'Responda hoje', isPressing: true };
  return { text: days === 1 ? 'Responda até amanhã' : `Faltam ${days} dias para responder`, isPressing: days <= 1 };
}
