import type { LucideIcon } from 'lucide-react';
import { Mail, MailX, QrCode, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { type BuyersNotified, leftOutOf, type NoticePlan, receiptsTitle } from '#src/wire/buyers/buyer-notices.ts';
import { endText } from '#src/wire/mail/notice-end.ts';
import { refreshLists } from '../list/use-list.ts';
import { useRead } from '../use-read.ts';
import { ChangeButton } from './change-button.tsx';
import { useChange } from './use-change.ts';

type Props = {
  title: string;
  /** The rows of this list were chosen. */
  path: string;
  ids: readonly string[];
  /** The mail is queued by then. */
  onSent: () => void;
  onClose: () => void;
};

/** Says what each of the chosen gets before anything is sent. */
export function NotifyDialog({ title, path, ids, onSent, onClose }: Props) {
  const read = useRead<NoticePlan>(`${path}/notify?ids=${ids.join(',')}`, { refetchOnMount: 'always', gcTime: 0 });
  const plan = read.isFetching ? undefined : read.data;
  const mails = plan ? plan.receipts + plan.reminders : 0;
  const sending = useChange<undefined, BuyersNotified>({
    run: () => api.post<BuyersNotified>(`${path}/notify`, { ids }),
    done: async (result) => {
      showSent(result);
      onSent();
      onClose();
      await refreshLists(path);
    },
    failed: 'Nada foi enviado',
  });
  const close = () => sending.isBusy || onClose();
  return (
    <Dialog
      title={title}
      size="small"
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{plan && mails === 0 ? 'Fechar' : 'Cancelar'}</Button>
          {mails > 0 && (
            <ChangeButton
              change={sending}
              label={mails === 1 ? 'Enviar 1 e-mail' : `Enviar ${mails} e-mails`}
              busyLabel="Enviando..."
              variant="primary"
              size="normal"
            />
          )}
        </>
      }
    >
      <div aria-live="polite" aria-busy={read.isFetching} className="min-h-28">
        {plan && <Plan plan={plan} />}
        {read.isFetching && <Waiting />}
        {read.isError && !read.isFetching && (
          <FailedState
            title="Não foi possível conferir o que cada um recebe"
            text={sentenceOf(read.error)}
            read={read}
          />
        )}
      </div>
    </Dialog>
  );
}

function Plan({ plan }: { plan: NoticePlan }) {
  const { receipts, reminders, remindersFrom, endsAt } = plan;
  const leftOut = leftOutOf(plan);
  return (
    <ul className="grid gap-4 text-sm">
      {receipts > 0 && (
        <Line icon={Mail} title={receiptsTitle(plan)}>
          {plan.customers !== null && receipts > plan.customers
            ? 'Um por venda, com a chave e o download.'
            : 'Com a chave e o download.'}
        </Line>
      )}
      {reminders > 0 && (
        <Line icon={QrCode} title={`${reminders} ${reminders === 1 ? 'recebe' : 'recebem'} o lembrete do Pix`}>
          {remindersFrom
            ? `Com o link para retomar. De noite nenhum lembrete sai: ${reminders === 1 ? 'segue' : 'seguem'} às ${formatDayTime(remindersFrom).slice(-5)}.`
            : 'Com o link para retomar o pedido.'}
        </Line>
      )}
      {endsAt && (
        <Line icon={Timer} title={`Em partes, no ritmo da loja: ${endText(endsAt, new Date())}`}>
          Recibos e chaves de quem compra agora não esperam.
        </Line>
      )}
      {leftOut && (
        <Line icon={MailX} title={leftOut.title}>
          <ul className="grid list-disc gap-0.5 pl-4 marker:text-muted">
            {leftOut.reasons.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Line>
      )}
    </ul>
  );
}

function Line({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
      <Icon aria-hidden className="mt-0.5 size-4.5 text-muted" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <div className="mt-0.5 text-muted">{children}</div>
      </div>
    </li>
  );
}

function Waiting() {
  return (
    <div className="grid gap-3">
      <span className="sr-only">Conferindo o que cada um recebe...</span>
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  );
}

function showSent({ changed, refused, receipts, reminders }: BuyersNotified): void {
  const kinds = [
    ...(receipts > 0 ? [receipts === 1 ? '1 recibo' : `${receipts} recibos`] : []),
    ...(reminders > 0 ? [reminders === 1 ? '1 lembrete' : `${reminders} lembretes`] : []),
  ];
  const left =
    refused.length === 0
      ? ''
      : ` ${refused.length === 1 ? '1 venda ficou' : `${refused.length} vendas ficaram`} de fora.`;
  if (changed === 0) {
    showToast({ tone: 'danger', title: 'Nada foi enviado', description: refused[0]?.message ?? 'Confira a lista.' });
    return;
  }
  showToast({
    tone: 'success',
    title: changed === 1 ? '1 e-mail a caminho' : `${changed} e-mails a caminho`,
    description: `${new Intl.ListFormat('pt-BR').format(kinds)}.${left}`,
  });
}
