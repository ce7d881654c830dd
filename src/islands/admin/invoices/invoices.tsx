import { Download, FileText, ReceiptText } from 'lucide-react';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { ListDays } from '#src/islands/admin/list/day-range.tsx';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import { type Rendered, useList } from '#src/islands/admin/list/use-list.ts';
import { useSaleUrl } from '#src/islands/admin/sales/use-sale-url.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { useHydrated } from '#src/islands/ui/use-hydrated.ts';
import { INVOICE_LIST, INVOICE_STATES, type ListedInvoice } from '#src/wire/invoices/invoices.ts';
import type { INVOICE_ISSUERS } from '#src/wire/invoices/issuer.ts';
import { INVOICE_COLUMNS } from './invoice-columns.tsx';

const InvoiceDrawer = lazyDialog(async () => (await import('./invoice-drawer.tsx')).InvoiceDrawer);

type Props = Rendered<ListedInvoice> & { afterDays: number; issuer: keyof typeof INVOICE_ISSUERS };

export function Invoices({ rendered, renderedSearch, afterDays, issuer }: Props) {
  const list = useList({ list: INVOICE_LIST, rendered, renderedSearch });
  const { openId, open, close } = useSaleUrl(renderedSearch);
  const isHydrated = useHydrated();
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Notas fiscais"
        help="notas-fiscais"
        subtitle={`Pedidas por quem comprou. ${WAYS[issuer]} ${afterDays} dias depois da venda.`}
      />
      <ListToolbar
        list={list}
        label="Buscar notas fiscais"
        placeholder="Buscar por pedido, tomador ou número da nota..."
        layout="stacked"
        filters={<ListFilter list={list} name="state" label="Estado" options={STATES} width="lg:w-44" />}
      >
        <ListDays list={list} />
        <DownloadLink href={list.csvHref} text="CSV para a contabilidade" isInToolbar />
      </ListToolbar>
      <ListTable
        list={list}
        caption="Notas fiscais"
        noun={['nota', 'notas']}
        chosenNoun={['escolhida', 'escolhidas']}
        columns={INVOICE_COLUMNS}
        hasTwoLines
        onRowSelect={({ id }) => open(id)}
        selectedKey={openId}
        rowName={nameOf}
        rowMenu={(invoice) => [
          { label: 'Ver a nota', icon: FileText, run: () => open(invoice.id) },
          { label: 'Ver a venda', icon: ReceiptText, href: `/admin/sales?id=${invoice.id}` },
        ]}
        choiceActions={(rows) => [{ label: 'CSV para a contabilidade', icon: Download, href: list.csvHrefOf(rows) }]}
        failure={{ title: 'Falha ao buscar notas fiscais' }}
        nothingYet={{
          icon: FileText,
          title: 'Nenhuma nota fiscal pedida',
          text: 'Quem compra pede a nota na página da compra, ou em Minhas compras. Ela aparece aqui.',
        }}
        nothingFound={{ title: 'Nenhuma nota fiscal encontrada' }}
      />
      {isHydrated && openId && <InvoiceDrawer id={openId} issuer={issuer} onClose={close} />}
    </div>
  );
}

function nameOf({ purchaseNumber, takerName }: ListedInvoice): string {
  return `Nota do pedido #${purchaseNumber}, de ${takerName}`;
}

const WAYS: Record<keyof typeof INVOICE_ISSUERS, string> = {
  manual: 'Ficam para você emitir',
  focusnfe: 'Saem pelo Focus NFe',
  api: 'Ficam para o outro sistema',
};
const STATES = optionsOf('Todos os estados', INVOICE_STATES);
