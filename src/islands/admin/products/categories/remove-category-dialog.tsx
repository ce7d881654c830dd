import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { type AdminCategory, CATEGORIES_PATH, WITHOUT_CATEGORY } from '#src/wire/products/categories.ts';
import { PRODUCTS_PATH } from '../products-path.ts';

type Props = { category: AdminCategory; others: readonly AdminCategory[]; onClose: () => void };

/** The owner says where its products go; without any, nothing is asked. */
export function RemoveCategoryDialog({ category, others, onClose }: Props) {
  const { id, name, products } = category;
  const [moveTo, setMoveTo] = useState('');
  const them = products === 1 ? 'O produto dela continua' : `Os ${products} produtos dela continuam`;
  return (
    <ConfirmedChange
      run={() => {
        const query = products > 0 ? `?${new URLSearchParams({ moveTo })}` : '';
        return api.delete(`${CATEGORIES_PATH}/${encodeURIComponent(id)}${query}`);
      }}
      refresh={[CATEGORIES_PATH, PRODUCTS_PATH]}
      done="Categoria excluída"
      failed="Erro ao excluir a categoria"
      onClose={onClose}
      title={`Excluir a categoria ${name}?`}
      description={
        products > 0
          ? `${them} na loja. Escolha para onde vai antes de excluir.`
          : 'Ela não tem produtos. Links para ela deixam de funcionar.'
      }
      confirmLabel={products > 0 ? 'Mover e excluir' : 'Excluir'}
    >
      {products > 0 && (
        <Select
          label={products === 1 ? 'Mover o produto para' : `Mover os ${products} produtos para`}
          value={moveTo}
          onChange={setMoveTo}
          options={[
            { value: '', label: WITHOUT_CATEGORY },
            ...others.map((other) => ({ value: other.id, label: other.name })),
          ]}
        />
      )}
    </ConfirmedChange>
  );
}
