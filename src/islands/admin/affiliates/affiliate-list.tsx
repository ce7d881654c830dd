import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '#src/islands/admin/use-list.ts';
import { useNewInAddress } from '#src/islands/admin/use-new-in-address.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { SearchField } from '#src/islands/ui/search-field.tsx';
import { AFFILIATE_LIST, type Affiliate } from '#src/wire/affiliates.ts';
import type { Page } from '#src/wire/lists.ts';
import { AffiliateDialog } from './affiliate-dialog.tsx';
import { AFFILIATES_PATH } from './affiliate-paths.ts';
import { AffiliateTable } from './affiliate-table.tsx';
import { DeleteAffiliateDialog } from './delete-affiliate-dialog.tsx';
import { type DrawnPassword, PasswordDialog } from './password-dialog.tsx';

type Props = { rendered: Page<Affiliate> | null; renderedSearch: string; onSales: (affiliate: Affiliate) => void };

const NO_FILTERS = {};

export function AffiliateList({ rendered, renderedSearch, onSales }: Props) {
  const list = useList<Affiliate>({
    path: AFFILIATES_PATH,
    defaults: AFFILIATE_LIST,
    filters: NO_FILTERS,
    rendered,
    renderedSearch,
  });
  const [editing, setEditing] = useState<Affiliate | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Affiliate | null>(null);
  const [drawn, setDrawn] = useState<DrawnPassword | null>(null);
  const add = () => setEditing('new');
  useNewInAddress(add);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SearchField
            label="Buscar afiliados"
            placeholder="Buscar por nome, e-mail ou cupom..."
            value={list.state.q}
            onChange={list.setQuery}
          />
        </div>
        <Button variant="primary" size="small" icon={Plus} onClick={add}>
          Adicionar Afiliado
        </Button>
      </div>
      {list.isError ? (
        <FailedState title="Falha ao carregar afiliados" isTrying={list.isFetching} onRetry={list.refetch} />
      ) : (
        <AffiliateTable list={list} onAdd={add} onEdit={setEditing} onSales={onSales} onDelete={setDeleting} />
      )}
      <AffiliateDialog subject={editing} onClose={() => setEditing(null)} onCreated={setDrawn} />
      <PasswordDialog drawn={drawn} onClose={() => setDrawn(null)} />
      <DeleteAffiliateDialog deleting={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}
