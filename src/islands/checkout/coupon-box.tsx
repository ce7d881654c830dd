import { ChevronRight, TicketPercent, X } from 'lucide-react';
import { formatCents, parseCents } from '#src/wire/basics/money.ts';
import { TextField } from '../ui/fields/text-field.tsx';
import { Spinner } from '../ui/states/spinner.tsx';
import type { Coupon } from './use-coupon.ts';

/** The box is part of the order's form, so that it is posted without scripts as well. */
export function CouponBox({ coupon, isOpen }: { coupon: Coupon; isOpen: boolean }) {
  if (coupon.applied) return <Applied coupon={coupon} />;
  return (
    <details open={isOpen || coupon.isTouched} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-semibold text-[.9375rem] text-link [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition group-open:rotate-90" />
        Tem um cupom?
      </summary>
      <div className="mt-2">
        <CodeField coupon={coupon} />
      </div>
    </details>
  );
}

function CodeField({ coupon }: { coupon: Coupon }) {
  const { code, state } = coupon;
  const isChecking = state.name === 'checking';
  return (
    <TextField
      ref={coupon.isTouched ? takeFocus : undefined}
      label="Código do cupom"
      name="couponCode"
      value={code}
      onChange={(event) => coupon.type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        void coupon.apply();
      }}
      readOnly={isChecking}
      maxLength={60}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="go"
      error={state.name === 'open' ? state.refusal : null}
    >
      <button
        type="submit"
        name="intent"
        value="coupon"
        aria-disabled={isChecking}
        onClick={(event) => {
          event.preventDefault();
          if (!isChecking) void coupon.apply();
        }}
        className="button-2 min-h-12 shrink-0"
      >
        {isChecking && <Spinner className="size-4" />}
        Aplicar
      </button>
    </TextField>
  );
}

function Applied({ coupon }: { coupon: Coupon }) {
  const { applied } = coupon;
  if (!applied) return null;
  return (
    <div className="flex min-h-12 items-center gap-3 rounded-field border border-line bg-surface pl-4">
      <input type="hidden" name="couponCode" value={applied.code} />
      <TicketPercent aria-hidden className="size-5 shrink-0 text-success" />
      <p role="status" className="min-w-0 flex-1 py-2 text-[.9375rem]">
        Cupom <strong className="code font-semibold">{applied.code}</strong> aplicado:{' '}
        <span className="whitespace-nowrap text-success tabular-nums">
          − {formatCents(parseCents(applied.discountValue) ?? 0)}
        </span>
      </p>
      <button
        ref={coupon.isTouched ? takeFocus : undefined}
        type="submit"
        name="intent"
        value="remove-coupon"
        onClick={(event) => {
          event.preventDefault();
          coupon.remove();
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
