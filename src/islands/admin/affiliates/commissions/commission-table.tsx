import { HandCoins, ReceiptText } from 'lucide-react';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { type COMMISSION_LIST, type Commission, isOnHold } from '#src/wire/affiliates/affiliates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { COMMISSION_COLUMNS } from './commission-columns.tsx';

type Props = {
  list: List<Commission, keyof typeof COMMISSION_LIST.filters>;
  onPay: (commissions: readonly Commission[], done?: () => void) => void;
};

export function CommissionTable({ list, onPay }: Props) {
  const { q, filters } = list.state;
  const isOfOne = filters.affiliate !== '';
  const title = isOfOne ? 'Nenhuma venda encontrada para este afiliado.' : 'Nenhuma venda de afiliado encontrada.';
  return (
    <ListTable
      list={list}
      caption="Vendas de afiliados"
      noun={['venda', 'vendas']}
      columns={COMMISSION_COLUMNS}
      hasTwoLines
      chosenNoun={CHOSEN}
      rowName={({ affiliateName, customerName }) => `comissão de ${affiliateName} pela venda a ${customerName}`}
      rowMenu={(commission) => [
        ...(commission.status === 'pending'
          ? [{ label: 'Marcar como paga...', icon: HandCoins, run: () => onPay([commission]) }]
          : []),
        { label: 'Ver a venda', icon: ReceiptText, href: `/admin/sales?id=${commission.purchaseId}` },
      ]}
      choiceActions={(rows, clear) => {
        const payable = rows.filter((row) => row.status === 'pending' && !isOnHold(row, Date.now()));
        const sum = payable.reduce((total, { commission }) => total + Math.round(commission * 100), 0);
        return payable.length === 0
          ? []
          : [{ label: `Marcar ${formatCents(sum)} como pagos...`, icon: HandCoins, run: () => onPay(payable, clear) }];
      }}
      failure={{ title: 'Falha ao carregar vendas' }}
      nothingYet={{ icon: HandCoins, title, text: WHEN_THEY_COME }}
      nothingFound={{
        icon: HandCoins,
        title,
        text: q || filters.status ? 'Nada combina com a busca e o status escolhidos.' : WHEN_THEY_COME,
        resetLabel: 'Ver todas as vendas',
      }}
    />
  );
}

const CHOSEN = ['escolhida', 'escolhidas'] as const;
const WHEN_THEY_COME = 'Uma venda aparece aqui assim que alguém paga usando o cupom de um afiliado.';
