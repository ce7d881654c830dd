import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { PRODUCTS_PATH } from './products-path.ts';

export function DeleteProductDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  return (
    <ConfirmedChange
      run={() => api.delete(`${PRODUCTS_PATH}/${encodeURIComponent(product.id)}`)}
      refresh={[PRODUCTS_PATH]}
      done="Produto excluído"
      failed={{ title: 'Erro ao excluir', description: 'Não foi possível excluir o produto. Tente novamente.' }}
      onClose={onClose}
      title="Confirmar exclusão"
      description={`Tem certeza que deseja excluir o produto ${product.name}? Esta ação não pode ser desfeita.`}
    >
      <p className="text-sm text-muted">Quem já comprou continua com a chave e o download.</p>
    </ConfirmedChange>
  );
}
