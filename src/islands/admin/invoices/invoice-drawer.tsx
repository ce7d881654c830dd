import { Send } from 'lucide-react';
import { useState } from 'react';
import { ApiError, api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { queryClient } from '#src/client/queries.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Fact, Group } from '#src/islands/admin/sales/sale-facts.tsx';
import { SaleTimeline } from '#src/islands/admin/sales/sale-timeline.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { dayText } from '#src/wire/basics/dates.ts';
import {
  explainFailure,
  INVOICE_LIST,
  type InvoiceDetails,
  invoiceFilePath,
  invoicePath,
} from '#src/wire/invoices/invoices.ts';
import type { INVOICE_ISSUERS } from '#src/wire/invoices/issuer.ts';
import { addressText, TAKER_KINDS } from '#src/wire/invoices/taker.ts';
import { InvoiceStateBadge, stepOf } from './invoice-columns.tsx';
import { IssuedDialog } from './issued-dialog.tsx';
import { TakerDialog } from './taker-dialog.tsx';

type Props = { id: string; issuer: keyof typeof INVOICE_ISSUERS; onClose: () => void };

export function InvoiceDrawer({ id, issuer, onClose }: Props) {
  const { data: invoice, error, isFetching, refetch } = useRead<InvoiceDetails>(invoicePath(id), { staleTime: 0 });
  const [open, setOpen] = useState<'issued' | 'taker' | null>(null);
  const isUnknown = error instanceof ApiError && error.status === 404;
  const shut = () => setOpen(null);
  return (
    <Drawer
      onClose={onClose}
      contentKey={id}
      title={
        <>Nota do pedido {invoice && <span className="code font-normal text-base">#{invoice.purchaseNumber}</span>}</>
      }
      description={invoice && <Head invoice={invoice} />}
      foot={invoice && <Foot invoice={invoice} issuer={issuer} onIssued={() => setOpen('issued')} />}
    >
      {invoice && <Contents invoice={invoice} onCorrect={() => setOpen('taker')} />}
      {!invoice && !error && <Skeleton className="h-5 w-2/3" />}
      {!invoice && isUnknown && (
        <EmptyState title="Nota não encontrada" text="Nenhuma compra com este código pediu nota fiscal." />
      )}
      {!invoice && error && !isUnknown && (
        <FailedState title="Erro ao carregar a nota" read={{ isFetching, refetch }} />
      )}
      {invoice && open === 'issued' && <IssuedDialog invoice={invoice} onSaved={showInvoice} onClose={shut} />}
      {invoice && open === 'taker' && <TakerDialog invoice={invoice} onSaved={showInvoice} onClose={shut} />}
    </Drawer>
  );
}

async function showInvoice(invoice: InvoiceDetails): Promise<void> {
  queryClient().setQueryData<InvoiceDetails>([invoicePath(invoice.id)], invoice);
  await refreshLists(INVOICE_LIST.path);
}

function Head({ invoice }: { invoice: InvoiceDetails }) {
  const isOpen = ['requested', 'queued', 'failed'].includes(invoice.state);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <InvoiceStateBadge {...invoice} />
      <span>{isOpen ? `prazo ${dayText(invoice.promisedDay)}, ${stepOf(invoice)}` : stepOf(invoice)}</span>
      <a href={`/admin/sales?id=${invoice.id}`} className="text-link hover:underline">
        Ver a venda
      </a>
    </div>
  );
}

function Contents({ invoice, onCorrect }: { invoice: InvoiceDetails; onCorrect: () => void }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Trouble invoice={invoice} onCorrect={onCorrect} />
      <TakerFacts invoice={invoice} onCorrect={onCorrect} />
      <ServiceFacts invoice={invoice} />
      <SaleTimeline events={invoice.timeline} />
    </div>
  );
}

function Trouble({ invoice, onCorrect }: { invoice: InvoiceDetails; onCorrect: () => void }) {
  const { state, error, number, customerEmail } = invoice;
  if (state === 'cancel_needed') {
    return (
      <Notice tone="danger" title={`Cancele a nota ${number} com o emissor`}>
        O valor voltou ao cliente depois da emissão. O prazo para cancelar é curto: depois, marque aqui como cancelada.
      </Notice>
    );
  }
  if (state === 'queued' && error) {
    return (
      <Notice tone="warning" title="Nenhuma nota está saindo">
        {error.replace(/^[\w-]+: /, '')}
      </Notice>
    );
  }
  if (state !== 'failed') return null;
  const { title, text } = explainFailure(error ?? '');
  return (
    <Notice tone="danger" title={title}>
      <p>{text}</p>
      <p className="mt-2 flex flex-wrap gap-x-6 font-semibold">
        <button type="button" className="min-h-9 link" onClick={onCorrect}>
          Corrigir tomador
        </button>
        {customerEmail && (
          <a href={`mailto:${customerEmail}`} className="inline-flex min-h-9 items-center link">
            Escrever para quem comprou
          </a>
        )}
      </p>
    </Notice>
  );
}

function TakerFacts({ invoice, onCorrect }: { invoice: InvoiceDetails; onCorrect: () => void }) {
  const { id, state, sentAt, takerName, takerKind, takerAddress, document } = invoice;
  return (
    <Group name="Tomador">
      <Fact name="Nome">{takerName}</Fact>
      <Fact name={TAKER_KINDS[takerKind]}>
        <Document key={`${id} ${document}`} invoice={invoice} />
      </Fact>
      {takerAddress && <Fact name="Endereço">{addressText(takerAddress)}</Fact>}
      {(state === 'requested' || (state === 'queued' && !sentAt)) && (
        <Fact name="Está errado?">
          <button type="button" className="min-h-6 link" onClick={onCorrect}>
            Corrigir tomador
          </button>
        </Fact>
      )}
    </Group>
  );
}

function ServiceFacts({ invoice }: { invoice: InvoiceDetails }) {
  const { id, state, productName, amount, serviceCode, number, url, hasFile } = invoice;
  return (
    <Group name="Serviço">
      <Fact name="Produto">{productName}</Fact>
      <Fact name="Valor">
        <strong className="font-semibold">{amount}</strong>
      </Fact>
      {serviceCode && (
        <Fact name="Código">
          <span className="code">{serviceCode}</span> como em Configurações, Notas fiscais
        </Fact>
      )}
      {number && <Fact name="Nota">{number}</Fact>}
      {url && (
        <Fact name="Link">
          <a href={url} target="_blank" rel="noopener" className="text-link hover:underline">
            Abrir a nota
          </a>
        </Fact>
      )}
      {hasFile && (
        <Fact name="PDF">
          {state === 'issued' ? (
            <a href={invoiceFilePath(id)} className="text-link hover:underline">
              Baixar
            </a>
          ) : (
            'Guardado na loja'
          )}
        </Fact>
      )}
    </Group>
  );
}

/** Whoever looks is noted in the trail. */
function Document({ invoice }: { invoice: InvoiceDetails }) {
  const [whole, setWhole] = useState<string | null>(null);
  const reveal = useChange<undefined, { document: string }>({
    run: () => api.post(`${invoicePath(invoice.id)}/document`),
    done: ({ document }) => setWhole(document),
    failed: 'O documento não foi mostrado',
  });
  return (
    <>
      <span className="code">{whole ?? invoice.document}</span>
      {whole === null && (
        <button
          type="button"
          className="ml-3 min-h-6 link"
          aria-disabled={reveal.isBusy}
          onClick={() => reveal.submit(undefined)}
        >
          mostrar
        </button>
      )}
    </>
  );
}

type FootProps = { invoice: InvoiceDetails; issuer: Props['issuer']; onIssued: () => void };

function Foot({ invoice: { id, state, sentAt }, issuer, onIssued }: FootProps) {
  const change = useChange<{ call: 'retry' | 'cancel' }, InvoiceDetails>({
    run: ({ call }) =>
      call === 'retry' ? api.post(`${invoicePath(id)}/retry`) : api.put(invoicePath(id), { state: 'cancelled' }),
    done: async (invoice, { call }) => {
      await showInvoice(invoice);
      showToast({ tone: 'success', title: call === 'retry' ? 'Nota na fila de novo' : 'Nota marcada como cancelada' });
    },
    failed: 'A nota não mudou',
  });
  const isAtIssuer = state === 'queued' && sentAt !== null && issuer === 'focusnfe';
  const isOpen = (state === 'requested' || state === 'queued' || state === 'failed') && !isAtIssuer;
  if (state === 'cancel_needed' || state === 'issued') {
    return (
      <Button
        variant={state === 'issued' ? 'secondary' : 'primary'}
        isBusy={change.isBusy}
        onClick={() => change.submit({ call: 'cancel' })}
      >
        Já cancelei a nota
      </Button>
    );
  }
  if (!isOpen) return null;
  return (
    <>
      <Button variant={state === 'failed' ? 'secondary' : 'primary'} onClick={onIssued}>
        {issuer === 'focusnfe' ? 'Já emiti por fora' : 'Já emiti a nota'}
      </Button>
      {state === 'failed' && (
        <Button
          variant="primary"
          icon={Send}
          isBusy={change.isBusy}
          busyLabel="Enviando..."
          onClick={() => change.submit({ call: 'retry' })}
        >
          Enviar de novo
        </Button>
      )}
    </>
  );
}
