import { ChevronRight, TicketPercent, X } from 'lucide-react';
import { TextField } from '../ui/fields/text-field.tsx';
import { Spinner } from '../ui/states/spinner.tsx';
import type { Order } from './use-order.ts';

/** The box is part of the order's form, so that it is posted without scripts as well. */
export function CouponBox({ order, isOpen }: { order: Order; isOpen: boolean }) {
  if (order.applied !== null) return <Applied order={order} />;
  return (
    <details open={isOpen || order.isTouched} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-semibold text-[.9375rem] text-link [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition group-open:rotate-90" />
        Tem um cupom?
      </summary>
      <div className="mt-2">
        <CodeField order={order} />
      </div>
    </details>
  );
}

function CodeField({ order }: { order: Order }) {
  const { code, coupon } = order;
  const isChecking = coupon.name === 'checking';
  return (
    <TextField
      ref={order.isTouched ? takeFocus : undefined}
      label="Código do cupom"
      name="couponCode"
      value={code}
      onChange={(event) => order.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        void order.apply();
      }}
      readOnly={isChecking}
      maxLength={60}
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="go"
      error={coupon.name === 'open' ? coupon.refusal : null}
    >
      <button
        type="submit"
        name="intent"
        value="coupon"
        aria-disabled={isChecking}
        onClick={(event) => {
          event.preventDefault();
          if (!isChecking) void order.apply();
        }}
        className="button-2 min-h-12 shrink-0"
      >
        {isChecking && <Spinner className="size-4" />}
        Aplicar
      </button>
    </TextField>
  );
}

function Applied({ order }: { order: Order }) {
  const { discount } = order.shown;
  if (!discount) return null;
  return (
    <div className="flex min-h-12 items-center gap-3 rounded-field border border-line bg-surface pl-4">
      <input type="hidden" name="couponCode" value={discount.code} />
      <TicketPercent aria-hidden className="size-5 shrink-0 text-success" />
      <p role="status" className="min-w-0 flex-1 py-2 text-[.9375rem]">
        Cupom <strong className="code font-semibold">{discount.code}</strong> aplicado:{' '}
        <span className="whitespace-nowrap text-success tabular-nums">− {discount.amount}</span>
      </p>
      <button
        ref={order.isTouched ? takeFocus : undefined}
        type="submit"
        name="intent"
        value="remove-coupon"
        onClick={(event) => {
          event.preventDefault();
          order.remove();
        }}
        className="button gap-1.5 px-4 text-muted hover:text-foreground"
      >
        <X aria-hidden className="size-4" />
        <span className="max-sm:sr-only">
          Remover<span className="sr-only"> cupom</span>
        </span>
      </button>
    </div>
  );
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
