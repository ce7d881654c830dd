import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { lazyDialog, useFirstTouch } from '#src/islands/admin/form/lazy-dialog.tsx';
import { ListToolbar } from '#src/islands/admin/list/list-toolbar.tsx';
import { useList } from '#src/islands/admin/list/use-list.ts';
import { useCan } from '#src/islands/admin/role.tsx';
import { useNewInUrl } from '#src/islands/admin/use-new-in-url.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { AFFILIATE_LIST, type Affiliate } from '#src/wire/affiliates/affiliates.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { AffiliateTable } from './affiliate-table.tsx';
import { DeleteAffiliateDialog } from './delete-affiliate-dialog.tsx';
import { type DrawnPassword, PasswordDialog } from './password-dialog.tsx';

type Props = { rendered: Page<Affiliate> | null; renderedSearch: string; onSales: (affiliate: Affiliate) => void };

const loadDialog = async () => (await import('./affiliate-dialog.tsx')).AffiliateDialog;
const AffiliateDialog = lazyDialog(loadDialog);

export function AffiliateList({ rendered, renderedSearch, onSales }: Props) {
  const list = useList({ list: AFFILIATE_LIST, rendered, renderedSearch });
  const [editing, setEditing] = useState<Affiliate | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Affiliate | null>(null);
  const [drawn, setDrawn] = useState<DrawnPassword | null>(null);
  const mayWrite = useCan()('writePartners');
  const addButton = useRef<HTMLButtonElement>(null);
  const add = () => setEditing('new');
  useNewInUrl(() => mayWrite && add());
  useFirstTouch(loadDialog);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListToolbar list={list} label="Buscar afiliados" placeholder="Buscar por nome, e-mail ou cupom...">
        {mayWrite && (
          <div className="grid h-10">
            <Button ref={addButton} variant="primary" size="small" icon={Plus} onClick={add}>
              Adicionar Afiliado
            </Button>
          </div>
        )}
      </ListToolbar>
      <AffiliateTable list={list} onAdd={add} onEdit={setEditing} onSales={onSales} onDelete={setDeleting} />
      {editing && (
        <AffiliateDialog
          affiliate={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onCreated={setDrawn}
        />
      )}
      {drawn && <PasswordDialog {...drawn} returnTo={addButton} onClose={() => setDrawn(null)} />}
      {deleting && <DeleteAffiliateDialog affiliate={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}
