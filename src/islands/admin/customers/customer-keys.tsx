import { Monitor, ReceiptText, Send } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#src/islands/admin/form/lazy-dialog.tsx';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { KEY_COLUMNS } from '#src/islands/admin/keys/key-columns.tsx';
import { useResendMany } from '#src/islands/admin/sales/use-resend-many.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { DataTable } from '#src/islands/ui/table/data-table.tsx';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import { HIDDEN_KEY } from '#src/wire/keys/key-list.ts';
import { customerPath } from './customer-paths.ts';

const KeyMachinesDrawer = lazyDialog(
  async () => (await import('#src/islands/admin/keys/key-machines-drawer.tsx')).KeyMachinesDrawer,
);

export function CustomerKeys({ customerId }: { customerId: string }) {
  const { data: keys, isError, isFetching, refetch } = useRead<ActivationKey[]>(`${customerPath(customerId)}/keys`);
  const [open, setOpen] = useState<ActivationKey | null>(null);
  const resend = useResendMany();
  return (
    <TitledSection id="keys" title="Chaves" look="part">
      {isError && !keys ? (
        <FailedState title="Erro ao carregar as chaves" read={{ isFetching, refetch }} />
      ) : (
        <DataTable
          caption="Chaves deste cliente"
          columns={COLUMNS}
          rows={keys}
          rowName={({ key, product }) => (key === HIDDEN_KEY ? product.name : key)}
          rowMenu={({ purchaseId, ...key }) => [
            { label: 'Computadores', icon: Monitor, run: () => setOpen({ purchaseId, ...key }) },
            ...(purchaseId && key.status !== 'revoked'
              ? [
                  {
                    label: 'Reenviar e-mail',
                    icon: Send,
                    run: () => resend.submit({ sales: [{ id: purchaseId }] }),
                  },
                ]
              : []),
            ...(purchaseId ? [{ label: 'Ver a venda', icon: ReceiptText, href: `/admin/sales?id=${purchaseId}` }] : []),
          ]}
          pageSize={WAITING_ROWS}
          emptyState={<EmptyState title="Nenhuma chave" text="Nenhuma compra deste cliente recebeu uma chave." />}
        />
      )}
      {open && <KeyMachinesDrawer activationKey={open} onClose={() => setOpen(null)} />}
    </TitledSection>
  );
}

const WAITING_ROWS = 2;
/** A key is read whole here, where there are fewer columns. */
const WIDTHS: Record<string, string> = { key: 'w-[42%]', product: '' };
const COLUMNS = KEY_COLUMNS.filter(({ id }) => ['key', 'product', 'status', 'machines'].includes(id)).map(
  ({ id, width, ...column }) => ({ ...column, id, sortKey: undefined, width: WIDTHS[id] ?? width }),
);
