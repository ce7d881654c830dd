import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { type AdminCategory, CATEGORIES_PATH, MOST_OWN_CATEGORIES } from '#src/wire/products/categories.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { RemoveCategoryDialog } from './remove-category-dialog.tsx';
import { useCategoryOrder } from './use-categories.ts';

type Open = { kind: 'none' | 'new' } | { kind: 'rename' | 'remove'; category: AdminCategory };

export function CategoriesDialog({ categories, onClose }: { categories: AdminCategory[]; onClose: () => void }) {
  const { ordered, move } = useCategoryOrder(categories);
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const [moved, setMoved] = useState<{ place: number; button: number; text: string } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const close = () => setOpen({ kind: 'none' });
  // Products may have changed theirs since the page was opened.
  useEffect(() => void refreshLists(CATEGORIES_PATH), []);
  // A row that moves loses the focus.
  useEffect(() => {
    if (moved) list.current?.children[moved.place]?.querySelectorAll('button')[moved.button]?.focus();
  }, [moved]);

  const shift = ({ id, name }: AdminCategory, by: -1 | 1) => {
    const place = move(id, by);
    setMoved({ place, button: by === -1 ? 0 : 1, text: `${name}: ${place + 1}ª de ${ordered.length}` });
  };
  const own = ordered.filter(({ isOwn }) => isOwn).length;
  const isFull = own >= MOST_OWN_CATEGORIES;
  return (
    <Dialog
      title="Categorias"
      description="Aparecem na loja nesta ordem, quando têm produtos à venda."
      onClose={onClose}
    >
      {isFull ? (
        <p className="text-muted text-table">
          A loja já tem {MOST_OWN_CATEGORIES} categorias próprias, que é o máximo.
        </p>
      ) : (
        <Button size="small" icon={Plus} onClick={() => setOpen({ kind: 'new' })}>
          Nova categoria
        </Button>
      )}
      <ol ref={list} className="mt-3 divide-y divide-line border-line border-t">
        {ordered.map((category, place) => (
          <li key={category.id} className="flex min-h-14 items-center gap-1 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{category.name}</p>
              <p className="text-muted text-table">{factsOf(category)}</p>
            </div>
            <IconAction
              label={`Subir ${category.name}`}
              icon={ArrowUp}
              isDisabled={place === 0}
              onClick={() => shift(category, -1)}
            />
            <IconAction
              label={`Descer ${category.name}`}
              icon={ArrowDown}
              isDisabled={place === ordered.length - 1}
              onClick={() => shift(category, 1)}
            />
            {category.isOwn ? (
              <OwnActions category={category} onOpen={setOpen} />
            ) : (
              own > 0 && <span className="w-19 shrink-0 max-sm:hidden" />
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved?.text}
      </p>
      {open.kind === 'new' && <CategoryDialog category={null} onClose={close} />}
      {open.kind === 'rename' && <CategoryDialog category={open.category} onClose={close} />}
      {open.kind === 'remove' && (
        <RemoveCategoryDialog
          category={open.category}
          others={ordered.filter(({ id }) => id !== open.category.id)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

function OwnActions({ category, onOpen }: { category: AdminCategory; onOpen: (open: Open) => void }) {
  return (
    <>
      <IconAction
        label={`Editar ${category.name}`}
        icon={Pencil}
        onClick={() => onOpen({ kind: 'rename', category })}
      />
      <IconAction
        label={`Excluir ${category.name}`}
        icon={Trash2}
        tone="danger"
        onClick={() => onOpen({ kind: 'remove', category })}
      />
    </>
  );
}

function factsOf({ isOwn, products, onSale }: AdminCategory): string {
  const all = products === 0 ? 'Nenhum produto' : products === 1 ? '1 produto' : `${products} produtos`;
  const sold = products === 0 || onSale === products ? '' : `, ${onSale === 0 ? 'nenhum' : onSale} à venda`;
  return `${all}${sold}${isOwn ? '' : ' · fixa'}`;
}
