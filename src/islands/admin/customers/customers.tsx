import { AtSign, Copy, Download, FileJson, ReceiptText, Send, Trash2, UserRoundSearch, Users } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { useConfirmedChange } from '#src/islands/admin/form/use-confirmed-change.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { copyEmails } from '#src/islands/admin/list/copy-emails.ts';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import { ListToolbar } from '#src/islands/admin/list/list-toolbar.tsx';
import { type Rendered, useList } from '#src/islands/admin/list/use-list.ts';
import { forRole, useCan } from '#src/islands/admin/role.tsx';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { CUSTOMER_LIST, type CustomerSummary } from '#src/wire/customers/customers.ts';
import { CUSTOMER_COLUMNS } from './customer-columns.tsx';
import { CUSTOMERS_PATH, customerPath, customerScreen } from './customer-paths.ts';
import { EmailDialog } from './email-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';

const NotifyDialog = lazyDialog(async () => (await import('#src/islands/admin/form/notify-dialog.tsx')).NotifyDialog);

export const Customers = forRole(CustomersScreen);

function CustomersScreen({ rendered, renderedSearch }: Rendered<CustomerSummary>) {
  const can = useCan();
  const list = useList({ list: CUSTOMER_LIST, rendered, renderedSearch });
  const [erasing, setErasing] = useState<CustomerSummary | null>(null);
  const [correcting, setCorrecting] = useState<CustomerSummary | null>(null);
  const [notified, setNotified] = useState<{ title: string; ids: string[]; onSent: () => void } | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Clientes" help="customers/index" subtitle="Quem gerou um Pix na loja, pago ou não." />
      <ListToolbar list={list} label="Buscar por nome ou e-mail" placeholder="Buscar por nome ou e-mail...">
        {can('export') && <DownloadLink href={list.csvHref} text="Exportar CSV" isInToolbar />}
      </ListToolbar>
      <ListTable
        list={list}
        caption="Clientes da loja"
        noun={['cliente', 'clientes']}
        columns={CUSTOMER_COLUMNS}
        rowHref={({ id }) => customerScreen(id)}
        rowName={({ name }) => name}
        rowMenu={(customer) => [
          { label: 'Ver detalhes', icon: UserRoundSearch, href: customerScreen(customer.id) },
          { label: 'Ver as vendas', icon: ReceiptText, href: `/admin/sales?q=${encodeURIComponent(customer.email)}` },
          ...(can('writeCustomers')
            ? [{ label: 'Corrigir e-mail', icon: AtSign, run: () => setCorrecting(customer) }]
            : []),
          ...(can('export')
            ? [
                {
                  label: 'Exportar dados (JSON)',
                  icon: FileJson,
                  href: `${customerPath(customer.id)}/export`,
                  isDownload: true,
                } as const,
              ]
            : []),
          ...(can('writeCustomers')
            ? [{ label: 'Excluir...', icon: Trash2, tone: 'danger', run: () => setErasing(customer) } as const]
            : []),
        ]}
        choiceActions={(rows, clear) => [
          {
            label: 'Reenviar chaves',
            icon: Send,
            run: () => setNotified({ title: resendTitle(rows.length), ids: rows.map(({ id }) => id), onSent: clear }),
          },
          { label: 'Copiar e-mails', icon: Copy, run: () => void copyEmails(rows) },
          ...(can('export') ? [{ label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(rows) }] : []),
        ]}
        failure={{ title: 'Falha ao buscar clientes' }}
        nothingYet={{
          icon: Users,
          title: 'Nenhum cliente ainda',
          text: 'Quem gerar o primeiro Pix na loja aparece aqui. Enquanto isso, confira como a loja está para quem visita.',
          action: (
            <a href="/" className={buttonClass('secondary')}>
              Visitar Loja
            </a>
          ),
        }}
        nothingFound={{
          title: 'Nenhum cliente encontrado',
          text: 'Ninguém com este nome ou e-mail. Confira se está escrito como na compra, ou busque só por uma parte.',
          resetLabel: 'Limpar busca',
        }}
      />
      {notified && <NotifyDialog {...notified} path={CUSTOMERS_PATH} onClose={() => setNotified(null)} />}
      {correcting && (
        <EmailDialog
          customerId={correcting.id}
          email={correcting.email}
          refresh={[CUSTOMERS_PATH]}
          onClose={() => setCorrecting(null)}
        />
      )}
      {erasing && <EraseFromList customer={erasing} onClose={() => setErasing(null)} />}
    </div>
  );
}

function resendTitle(count: number): string {
  return count === 1 ? 'Reenviar as chaves?' : `Reenviar as chaves de ${count} clientes?`;
}

function EraseFromList({ customer, onClose }: { customer: CustomerSummary; onClose: () => void }) {
  const erasure = useConfirmedChange({
    run: () => api.delete(customerPath(customer.id)),
    refresh: [CUSTOMERS_PATH],
    done: {
      title: 'Cliente excluído com sucesso',
      description: 'Os dados pessoais foram apagados. As vendas continuam.',
    },
    failed: { title: 'Erro ao excluir cliente' },
    onClose,
  });
  return <EraseDialog {...erasure} name={customer.name} />;
}
