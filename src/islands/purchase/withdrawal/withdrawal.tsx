import { type ReactNode, useRef, useState } from 'react';
import { dayText } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { needsKey } from '#src/wire/purchases/items.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { dependentsText } from '#src/wire/withdrawals/dependents.ts';
import { WITHDRAWAL_DAYS, withdrawalOverText } from '#src/wire/withdrawals/withdrawal-days.ts';
import type { Withdrawal } from '#src/wire/withdrawals/withdrawals.ts';
import { Spinner } from '../../ui/states/spinner.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { Section } from '../section.tsx';
import { useWithdrawal } from './use-withdrawal.ts';

type Props = { purchase: Purchase; onNews: () => Promise<void> };

/** The forms also work without scripts; with them the first asks in a dialog. */
export function WithdrawalSection({ purchase, onNews }: Props) {
  const { withdrawal } = purchase;
  if (!withdrawal || !purchase.customerEmail) return null;
  switch (withdrawal.state) {
    case 'possible':
      return (
        <Frame>
          <p className="max-w-[60ch] text-muted">{possibleUntil(withdrawal)}</p>
          <Withdraw purchase={purchase} onNews={onNews} />
        </Frame>
      );
    case 'over':
      return (
        <Frame>
          <p className="max-w-[60ch] text-muted">{withdrawalOverText(withdrawal.until)}</p>
        </Frame>
      );
    case 'requested':
      return (
        <Frame>
          <p className="max-w-[60ch] text-muted">
            Mudou de ideia? Enquanto a loja não responde, você pode cancelar o pedido: a chave volta a valer na hora.
          </p>
          <CancelForm purchase={purchase} onNews={onNews} />
        </Frame>
      );
    case 'refused':
      return (
        <Frame>
          <p className="max-w-[60ch]">
            A loja não aceitou o pedido <span className="code">{withdrawal.protocol}</span>:
          </p>
          <blockquote className="mt-3 max-w-[60ch] whitespace-pre-line border-line border-l-2 pl-4 text-muted wrap-anywhere">
            {withdrawal.reason}
          </blockquote>
          <p className="mt-3 max-w-[60ch] text-muted">
            A chave voltou a valer. Se você não concorda, fale com o suporte com o protocolo em mãos.
          </p>
        </Frame>
      );
    case 'refunding':
    case 'refunded':
      return null;
  }
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div id="desistir" className="scroll-mt-24">
      <Section title="Desistência">{children}</Section>
    </div>
  );
}

function possibleUntil({ until }: Extract<Withdrawal, { state: 'possible' }>): string {
  const how = 'sem explicar o motivo, e receber o valor de volta pelo mesmo Pix.';
  return until === null
    ? `Você pode desistir desta compra ${how} O prazo de ${WITHDRAWAL_DAYS} dias só começa quando a chave chegar.`
    : `Você pode desistir desta compra até ${dayText(until)}, ${how}`;
}

function Withdraw({ purchase, onNews }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isHydrated = useHydrated();
  const form = <WithdrawForm purchase={purchase} onNews={onNews} onClose={() => dialog.current?.close()} />;
  if (!isHydrated) {
    return (
      <details className="mt-4">
        <summary className="button-2 list-none [&::-webkit-details-marker]:hidden">Desistir da compra</summary>
        <div className="mt-5">{form}</div>
      </details>
    );
  }
  return (
    <div className="mt-4">
      <button type="button" aria-haspopup="dialog" className="button-2" onClick={() => dialog.current?.showModal()}>
        Desistir da compra
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="desistir-titulo"
        className="m-auto w-[calc(100%-2.5rem)] max-w-[30rem] rounded-panel border border-line bg-surface p-5 text-foreground shadow-float backdrop:bg-black/60 sm:p-7"
      >
        <h2 id="desistir-titulo" className="mb-3 text-title-3">
          Desistir da compra?
        </h2>
        {form}
      </dialog>
    </div>
  );
}

function WithdrawForm({ purchase, onNews, onClose }: Props & { onClose: () => void }) {
  const { isBusy, error, withdraw } = useWithdrawal(purchase, async () => {
    onClose();
    await onNews();
  });
  const [reason, setReason] = useState('');
  const isHydrated = useHydrated();
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void withdraw(reason);
      }}
    >
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="email" value={purchase.customerEmail} />
      <p className="max-w-[60ch]">
        Você recebe {purchase.keptAmount} de volta pelo mesmo Pix. {alsoGivenUp(purchase)}
        {needsKey(purchase) ? 'A chave deixa de valer agora.' : 'O download deixa de valer agora.'}
      </p>
      <label htmlFor="desistir-motivo" className="mt-4 block font-semibold text-[.9375rem]">
        O que faltou? (opcional)
      </label>
      <textarea
        id="desistir-motivo"
        name="reason"
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="mt-1.5 block w-full resize-y rounded-field border border-outline bg-background px-4 py-3"
      />
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
      <div className="mt-5 actions">
        <button type="submit" aria-disabled={isBusy} className="button-1">
          {isBusy && <Spinner className="size-4.5" />}
          Desistir e receber de volta
        </button>
        {isHydrated && (
          <button type="button" className="button-2" onClick={onClose}>
            Ficar com o plugin
          </button>
        )}
      </div>
    </form>
  );
}

/** Ends with a space where it says anything. */
function alsoGivenUp({ withdrawal }: Purchase): string {
  const dependents = (withdrawal?.state === 'possible' && withdrawal.dependents) || [];
  if (dependents.length === 0) return '';
  const cents = dependents.reduce((sum, dependent) => sum + dependent.cents, 0);
  return `O preço de ${dependentsText(dependents)} era de quem tem esta compra: você desiste de tudo junto, e mais ${formatCents(cents)} voltam. `;
}

function CancelForm({ purchase, onNews }: Props) {
  const { isBusy, error, cancel } = useWithdrawal(purchase, onNews);
  return (
    <form
      method="post"
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void cancel();
      }}
    >
      <input type="hidden" name="intent" value="cancel-withdrawal" />
      <input type="hidden" name="email" value={purchase.customerEmail} />
      <button type="submit" aria-disabled={isBusy} className="button-2">
        {isBusy && <Spinner className="size-4.5" />}
        Cancelar o pedido
      </button>
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
    </form>
  );
}
