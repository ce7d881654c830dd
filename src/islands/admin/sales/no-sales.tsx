import { ReceiptText } from 'lucide-react';
import { NothingFound } from '#src/islands/admin/list/nothing-found.tsx';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';

export function NoSales() {
  return (
    <EmptyState
      icon={ReceiptText}
      title="Nenhuma venda ainda"
      text="A primeira aparece aqui sozinha, assim que alguém gerar um Pix na loja. Enquanto isso, confira como a loja está para quem visita."
      action={
        <a href="/" className={buttonClass('secondary')}>
          Visitar Loja
        </a>
      }
    />
  );
}

export function NoSalesFound({ query, onReset }: { query: string; onReset: () => void }) {
  return (
    <NothingFound
      title="Nenhuma venda encontrada"
      text={
        query
          ? 'Nenhum pedido combina com a busca. Peça ao cliente o e-mail da compra ou o endereço da página do pedido e cole aqui.'
          : 'Nenhum pedido tem este status neste período. Escolha outro status ou outro período.'
      }
      resetLabel="Limpar busca e filtros"
      onReset={onReset}
    />
  );
}
