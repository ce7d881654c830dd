import { MailWarning } from 'lucide-react';
import { Breakable } from '#src/islands/ui/breakable.tsx';
import { Day } from '#src/islands/ui/date-time.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';

const RETURNED = 'E-mails para este endereço voltam';

export const CUSTOMER_COLUMNS: readonly Column<CustomerSummary>[] = [
  {
    id: 'name',
    header: 'Nome',
    sortKey: 'name',
    width: 'w-[22%]',
    card: 'title',
    cell: ({ name }) => (
      <span className="font-medium" title={name}>
        {name}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'E-mail',
    sortKey: 'email',
    card: 'line',
    cell: ({ email, bouncedAt }) => (
      <span className="text-muted" title={email}>
        <Breakable text={email} />
        {bouncedAt && (
          <span title={RETURNED}>
            <MailWarning
              role="img"
              aria-label={RETURNED}
              className="ml-1.5 inline size-4 align-text-bottom text-warning"
            />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'createdAt',
    header: 'Cadastro',
    sortKey: 'createdAt',
    width: 'w-26',
    card: 'hidden',
    isMinor: true,
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    id: 'lastPurchaseDate',
    header: 'Última compra',
    sortKey: 'lastPurchaseDate',
    width: 'w-34',
    card: 'line',
    cell: ({ lastPurchaseDate }) => <Day at={lastPurchaseDate} />,
  },
  {
    id: 'purchaseCount',
    header: 'Compras',
    isMinor: true,
    sortKey: 'purchaseCount',
    align: 'end',
    width: 'w-26',
    card: 'line',
    cell: ({ purchaseCount }) => purchaseCount.toLocaleString('pt-BR'),
  },
  {
    id: 'totalSpent',
    header: 'Total gasto',
    sortKey: 'totalSpent',
    align: 'end',
    width: 'w-38 @6xl:w-41',
    card: 'aside',
    cell: ({ totalSpent }) => <span className="font-medium">{formatReais(totalSpent)}</span>,
  },
];
