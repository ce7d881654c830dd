import { ArrowLeft, AtSign, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#src/client/api.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { forRole, useCan } from '#src/islands/admin/role.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyableText } from '#src/islands/ui/copy/copyable-text.tsx';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { noWrap } from '#src/islands/ui/no-wrap.ts';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { useNow } from '#src/islands/ui/use-now.ts';
import { formatDay } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { type Customer as CustomerData, customerFigures } from '#src/wire/customers/customers.ts';
import { CustomerKeys } from './customer-keys.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { customerPath } from './customer-paths.ts';
import { CustomerTrials } from './customer-trials.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { EraseFromPage } from './erase-from-page.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import { ReturnedMail } from './returned-mail.tsx';
import { UnknownCustomer } from './unknown-customer.tsx';

type Props = {
  id: string;
  /** It is null after an error; the island then loads it. */
  rendered: CustomerData | null;
  /** It is in milliseconds since 1970. */
  renderedAt: number;
  /** It is `Astro.url.search`. */
  renderedSearch: string;
  /** The list with its former search and page. */
  backHref: string;
};

const LOOK_MS = 30_000;

export const Customer = forRole(CustomerScreen);

function CustomerScreen({ id, rendered, renderedAt, renderedSearch, backHref }: Props) {
  const read = useRead<CustomerData>(customerPath(id), { initialData: rendered ?? undefined });
  const { data: customer, error } = read;
  const now = useNow(LOOK_MS) ?? new Date(renderedAt);
  if (error instanceof ApiError && error.status === 404) return <UnknownCustomer backHref={backHref} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-1">
        <BackLink href={backHref} />
        <ScreenHeader
          title={customer?.name ?? 'Cliente'}
          help="customers/[id]"
          actions={customer && <Actions customer={customer} backHref={backHref} />}
        />
      </div>
      {error && <FailedState title="Erro ao carregar dados do cliente" read={read} />}
      {customer && (
        <>
          {customer.bouncedAt && <ReturnedMail customerId={id} bouncedAt={customer.bouncedAt} />}
          <CustomerFacts customer={customer} now={now} />
          <CustomerKeys customerId={id} />
          <CustomerTrials customerId={id} />
          <PurchaseHistory purchases={customer.purchases} now={now} renderedSearch={renderedSearch} />
          <CustomerNotes customerId={id} />
        </>
      )}
      {!customer && !error && <Waiting />}
    </div>
  );
}

function BackLink({ href }: { href: string }) {
  return (
    <a
      href={href}
      className="-ml-2 inline-flex min-h-9 items-center max-sm:min-h-11 gap-1.5 justify-self-start rounded-field px-2 text-sm text-muted transition-colors duration-150 hover:bg-raised hover:text-foreground"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Voltar para clientes
    </a>
  );
}

function Actions({ customer, backHref }: { customer: CustomerData; backHref: string }) {
  const can = useCan();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [isEmailOpen, setEmailOpen] = useState(false);
  return (
    <>
      {can('export') && <DownloadLink href={`${customerPath(customer.id)}/export`} text="Exportar dados (JSON)" />}
      {can('writeCustomers') && (
        <>
          <Button size="small" icon={AtSign} onClick={() => setEmailOpen(true)}>
            Corrigir e-mail
          </Button>
          <Button size="small" icon={Trash2} onClick={() => setConfirmOpen(true)}>
            Excluir cliente
          </Button>
        </>
      )}
      {isEmailOpen && (
        <EmailDialog customerId={customer.id} email={customer.email} onClose={() => setEmailOpen(false)} />
      )}
      {isConfirmOpen && <EraseFromPage customer={customer} backHref={backHref} onClose={() => setConfirmOpen(false)} />}
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-24 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
    </>
  );
}

function CustomerFacts({ customer, now }: { customer: CustomerData; now: Date }) {
  const { purchaseCount, totalSpentCents } = customerFigures(customer.purchases, now);
  return (
    <section aria-label="Informações do cliente" className="@container rounded-card border border-line bg-surface p-5">
      <dl className="grid gap-x-6 gap-y-5 @2xs:grid-cols-[1fr_auto] @3xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
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
