import { BellRing, Download, PanelRight, Send, UserRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { customerScreen } from '#src/islands/admin/customers/customer-paths.ts';
import { lazyDialog, useFirstTouch } from '#src/islands/admin/form/lazy-dialog.tsx';
import { LiveIndicator } from '#src/islands/admin/frame/live-indicator.tsx';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import { refreshLists, useList } from '#src/islands/admin/list/use-list.ts';
import { useNeighbors } from '#src/islands/admin/list/use-neighbors.ts';
import { forRole, useCan } from '#src/islands/admin/role.tsx';
import { useSaleUpdates } from '#src/islands/admin/use-sale-updates.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { useHydrated } from '#src/islands/ui/use-hydrated.ts';
import { useNow } from '#src/islands/ui/use-now.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { BankReconciliation as Reconciliation } from '#src/wire/payments/bank.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import type { Sale, SaleDetails } from '#src/wire/sales/sales.ts';
import { NO_SALES, noSalesFound } from './no-sales.tsx';
import { BankReconciliation } from './reconciliation/bank-reconciliation.tsx';
import { saleColumns } from './sale-columns.tsx';
import { SaleToolbar } from './sale-toolbar.tsx';
import { isRemindable, isResendable, useResendMany } from './use-resend-many.ts';
import { SALES_PATH } from './use-sale.ts';
import { useSaleUrl } from './use-sale-url.ts';

type Props = {
  /** It is null after an error. */
  rendered: Page<Sale> | null;
  renderedSearch: string;
  renderedSale: SaleDetails | null;
  /** It is null with the sandbox, which has no independent list. */
  reconciliation: Reconciliation | null;
};

const LOOK_MS = 30_000;

const loadDrawer = async () => (await import('./sale-drawer.tsx')).SaleDrawer;
const SaleDrawer = lazyDialog(loadDrawer);
const NotifyDialog = lazyDialog(async () => (await import('#src/islands/admin/form/notify-dialog.tsx')).NotifyDialog);

export const Sales = forRole(SalesScreen);

function SalesScreen({ rendered, renderedSearch, renderedSale, reconciliation }: Props) {
  const can = useCan();
  const isHydrated = useHydrated();
  useFirstTouch(loadDrawer);
  const list = useList({ list: SALE_LIST, rendered, renderedSearch });
  const connection = useSaleUpdates({ refresh: () => refreshLists(SALES_PATH) });
  const { openId, open, show, close } = useSaleUrl(renderedSearch);
  const neighbors = useNeighbors(list, openId, show);
  const now = useNow(LOOK_MS);
  const columns = useMemo(() => saleColumns(now), [now]);
  const resend = useResendMany();
  const [notified, setNotified] = useState<{ sales: readonly Sale[]; clear: () => void } | null>(null);
  const { state } = list;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Vendas"
        help="sales"
        subtitle={can('refund') ? WITH_MONEY : WITHOUT_MONEY}
        actions={
          <>
            <LiveIndicator connection={connection} />
            {can('export') && <DownloadLink href={list.csvHref} text="Exportar CSV" />}
          </>
        }
      />
      {reconciliation && <BankReconciliation rendered={reconciliation} onOpenSale={open} />}
      <SaleToolbar list={list} />
      <ListTable
        list={list}
        caption="Vendas"
        noun={['venda', 'vendas']}
        columns={columns}
        onRowSelect={(sale) => open(sale.id)}
        rowName={(sale) => `pedido ${numberText(sale)}`}
        rowMenu={(sale) => [
          { label: 'Abrir o pedido', icon: PanelRight, run: () => open(sale.id) },
          ...(sale.customerId
            ? [{ label: 'Ver o cliente', icon: UserRound, href: customerScreen(sale.customerId) }]
            : []),
          ...(isResendable(sale)
            ? [{ label: 'Reenviar e-mail', icon: Send, run: () => resend.submit({ sales: [sale] }) }]
            : []),
          ...(isRemindable(sale)
            ? [
                {
                  label: 'Lembrar do Pix...',
                  icon: BellRing,
                  run: () => setNotified({ sales: [sale], clear: () => undefined }),
                },
              ]
            : []),
        ]}
        chosenNoun={CHOSEN}
        choiceActions={(sales, clear) => [
          { label: 'Avisar compradores', icon: BellRing, run: () => setNotified({ sales, clear }) },
          ...(can('export') ? [{ label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(sales) }] : []),
        ]}
        selectedKey={openId}
        failure={{ title: 'Erro ao carregar vendas' }}
        nothingYet={NO_SALES}
        nothingFound={noSalesFound(state.q)}
      />
      {notified && (
        <NotifyDialog
          title={notifyTitle(notified.sales.length)}
          path={SALES_PATH}
          ids={notified.sales.map(({ id }) => id)}
          onSent={notified.clear}
          onClose={() => setNotified(null)}
        />
      )}
      {isHydrated && openId && <SaleDrawer id={openId} rendered={renderedSale} neighbors={neighbors} onClose={close} />}
    </div>
  );
}

function notifyTitle(count: number): string {
  return count === 1 ? 'Avisar o comprador?' : `Avisar os compradores de ${count} vendas?`;
}

const WITH_MONEY = 'Encontre um pedido, confira o pagamento, reenvie o recibo ou devolva o dinheiro.';
const WITHOUT_MONEY = 'Encontre um pedido e reenvie o recibo.';
const CHOSEN = ['escolhida', 'escolhidas'] as const;
