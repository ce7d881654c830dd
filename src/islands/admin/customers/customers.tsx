import { Trash2, UserRoundSearch, Users } from 'lucide-react';
import { useState } from 'react';
import { ListTable } from '#src/islands/admin/list-table.tsx';
import { ListToolbar } from '#src/islands/admin/list-toolbar.tsx';
import { NothingFound } from '#src/islands/admin/nothing-found.tsx';
import { ScreenHeader } from '#src/islands/admin/screen-header.tsx';
import { useList } from '#src/islands/admin/use-list.ts';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { CUSTOMER_LIST, type CustomerSummary } from '#src/wire/customers.ts';
import type { Page } from '#src/wire/lists.ts';
import { CUSTOMER_COLUMNS } from './customer-columns.tsx';
import { customerScreen } from './customer-paths.ts';
import { EraseFromList } from './erase-from-list.tsx';

type Props = {
  /** Null after an error; the island then loads it. */
  rendered: Page<CustomerSummary> | null;
  renderedSearch: string;
};

export function Customers({ rendered, renderedSearch }: Props) {
  const list = useList({ list: CUSTOMER_LIST, rendered, renderedSearch });
  const [erasing, setErasing] = useState<CustomerSummary | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader title="Clientes" subtitle="Quem gerou um Pix na loja, pago ou não." />
      <ListToolbar list={list} label="Buscar por nome ou e-mail" placeholder="Buscar por nome ou e-mail...">
        <DownloadLink href={list.csvHref} text="Exportar CSV" isInToolbar />
      </ListToolbar>
      <ListTable
        list={list}
        caption="Clientes da loja"
        noun={['cliente', 'clientes']}
        columns={CUSTOMER_COLUMNS}
        rowHref={({ id }) => customerScreen(id)}
        rowActions={(customer) => (
          <>
            <IconAction
              label={`Ver detalhes de ${customer.name}`}
              icon={UserRoundSearch}
              href={customerScreen(customer.id)}
            />
            <IconAction
              label={`Excluir ${customer.name}`}
              icon={Trash2}
              tone="danger"
              onClick={() => setErasing(customer)}
            />
          </>
        )}
        failure={{ title: 'Falha ao buscar clientes' }}
        nothingYet={
          <EmptyState
            icon={Users}
            title="Nenhum cliente ainda"
            text="Quem gerar o primeiro Pix na loja aparece aqui. Enquanto isso, confira como a loja está para quem visita."
            action={
              <a href="/" className={buttonClass('secondary')}>
                Visitar Loja
              </a>
            }
          />
        }
        nothingFound={
          <NothingFound
            title="Nenhum cliente encontrado"
            text="Ninguém com este nome ou e-mail. Confira se está escrito como na compra, ou busque só por uma parte."
            resetLabel="Limpar busca"
            onReset={list.reset}
          />
        }
      />
      {erasing && <EraseFromList customer={erasing} onClose={() => setErasing(null)} />}
    </div>
  );
}
