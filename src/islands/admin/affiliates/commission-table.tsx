import { HandCoins } from 'lucide-react';
import { ListTable } from '#src/islands/admin/list-table.tsx';
import type { List } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/empty-state.tsx';
import type { COMMISSION_LIST, Commission } from '#src/wire/affiliates.ts';
import { COMMISSION_COLUMNS } from './commission-columns.tsx';

type Props = {
  list: List<Commission, keyof typeof COMMISSION_LIST.filters>;
  onPay: (commission: Commission) => void;
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
      actionsWidth="w-40"
      rowActions={(commission) =>
        commission.status === 'pending' && (
          <span className="@max-2xl:my-2 @max-2xl:mr-2">
            <Button
              variant="secondary"
              size="small"
              aria-label={`Marcar como paga a comissão de ${commission.affiliateName} pela venda a ${commission.customerName}`}
              onClick={() => onPay(commission)}
            >
              Marcar como paga
            </Button>
          </span>
        )
      }
      failure={{ title: 'Falha ao carregar vendas' }}
      nothingYet={<EmptyState icon={HandCoins} title={title} text={WHEN_THEY_COME} />}
      nothingFound={
        <EmptyState
          icon={HandCoins}
          title={title}
          text={q || filters.status ? 'Nada combina com a busca e o status escolhidos.' : WHEN_THEY_COME}
          action={
            <Button variant="secondary" size="small" onClick={list.reset}>
              Ver todas as vendas
            </Button>
          }
        />
      }
    />
  );
}

const WHEN_THEY_COME = 'Uma venda aparece aqui assim que alguém paga usando o cupom de um afiliado.';
