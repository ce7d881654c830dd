import type { ReactNode } from 'react';
import { CopyableText } from '#src/islands/ui/copy/copyable-text.tsx';
import { noWrap } from '#src/islands/ui/no-wrap.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { type Customer, customerFigures } from '#src/wire/customers/customers.ts';

export function CustomerFacts({ customer, now }: { customer: Customer; now: Date }) {
  const { purchaseCount, totalSpentCents } = customerFigures(customer.purchases, now);
  return (
    <section aria-label="Informações do cliente" className="@container rounded-card border border-line bg-surface p-5">
      <dl className="grid gap-x-6 gap-y-5 @2xs:grid-cols-2 @3xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
        <Fact name="E-mail" isWide>
          <CopyableText name="e-mail" text={customer.email} />
        </Fact>
        <Fact name="Cliente desde">{formatDay(customer.createdAt)}</Fact>
        <Fact name="Última compra">{customer.lastPurchaseDate ? formatDay(customer.lastPurchaseDate) : '—'}</Fact>
        <Fact name="Compras">{purchaseCount.toLocaleString('pt-BR')}</Fact>
        <Fact name="Total gasto">{noWrap(formatCents(totalSpentCents))}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${isWide ? '@2xs:col-span-2 @3xl:col-span-1' : ''}`}>
      <dt className="text-table text-muted">{name}</dt>
      <dd className="mt-0.5 flex min-h-7 items-center font-semibold wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
