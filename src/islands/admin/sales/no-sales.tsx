import { ReceiptText } from 'lucide-react';
import { buttonClass } from '#src/islands/ui/button.tsx';

export const NO_SALES = {
  icon: ReceiptText,
  title: 'Nenhuma venda ainda',
  text: 'A primeira aparece aqui sozinha, assim que alguém gerar um Pix na loja. Enquanto isso, confira como a loja está para quem visita.',
  action: (
    <a href="/" className={buttonClass('secondary')}>
      Visitar Loja
    </a>
  ),
};

export function noSalesFound(query: string) {
  return {
    title: 'Nenhuma venda encontrada',
    text: query
      ? 'Nenhum pedido combina com a busca. Peça ao cliente o e-mail da compra ou o endereço da página do pedido e cole aqui.'
      : 'Nenhum pedido tem este status neste período. Escolha outro status ou outro período.',
    resetLabel: 'Limpar busca e filtros',
  };
}
