import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { PRODUCTS_PATH } from './products-path.ts';

/** The copy opens for editing. */
export function useDuplicate(open: (id: string) => void) {
  return useChange<AdminProduct, AdminProduct>({
    run: ({ id }) => api.post<AdminProduct>(`${PRODUCTS_PATH}/${id}/duplicate`),
    done: async (copy) => {
      await refreshLists(PRODUCTS_PATH);
      showToast({
        tone: 'success',
        title: 'Produto duplicado',
        description: 'A cópia está inativa, sem chaves e sem versões.',
      });
      open(copy.id);
    },
    failed: 'Erro ao duplicar o produto',
  });
}
