import { CodeWithCopy } from '#src/islands/ui/copy/code-with-copy.tsx';
import { Day } from '#src/islands/ui/date-time.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import { HIDDEN_KEY, KEY_STATUS_NAMES, type KeyStatus } from '#src/wire/keys/key-list.ts';

export const KEY_COLUMNS: readonly Column<ActivationKey>[] = [
  {
    id: 'key',
    header: 'Chave',
    sortKey: 'key',
    width: 'w-[21%] @4xl:w-[22%] @min-[59rem]:w-60 @5xl:w-72',
    cell: ({ key }) =>
      key === HIDDEN_KEY ? (
        <span role="img" aria-label="Chave oculta" className="code text-mini">
          {key}
        </span>
      ) : (
        <CodeWithCopy text={key} noun="a chave" copied="Chave copiada" />
      ),
  },
  {
    id: 'product',
    header: 'Produto',
    sortKey: 'product',
    width: 'w-[14%]',
    cell: (key) => key.product.name || 'Produto desconhecido',
  },
  {
    id: 'status',
    header: 'Status',
    width: 'w-28',
    card: 'aside',
    cell: ({ status }) => <Badge tone={TONES[status]}>{KEY_STATUS_NAMES[status]}</Badge>,
  },
  {
    id: 'machines',
    header: 'Computadores',
    width: 'w-30',
    align: 'end',
    isMinor: true,
    cell: ({ machines }) => <Machines machines={machines} />,
  },
  { id: 'customer', header: 'Cliente', cell: (key) => <Buyer activationKey={key} /> },
  {
    id: 'createdAt',
    header: 'Data de Criação',
    sortKey: 'createdAt',
    width: 'w-36',
    card: 'foot',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
];

const TONES: Record<KeyStatus, BadgeTone> = { available: 'success', assigned: 'neutral', revoked: 'neutral' };

function Machines({ machines }: Pick<ActivationKey, 'machines'>) {
  if (!machines || (machines.limit === null && machines.used === 0)) {
    return (
      <span data-nothing className="text-muted">
        —
      </span>
    );
  }
  const { used, limit } = machines;
  if (limit === null) return used;
  return <span className={used >= limit ? 'font-medium text-warning' : ''}>{`${used} de ${limit}`}</span>;
}

function Buyer({ activationKey: { purchase, purchaseId } }: { activationKey: ActivationKey }) {
  if (!purchase || !purchaseId) return <span className="text-muted">—</span>;
  const name = purchase.customerName || 'Cliente';
  return (
    <span className="grid min-w-0 @max-2xl:justify-items-end">
      <span className="truncate leading-5 @max-2xl:whitespace-normal">
        <a
          href={`/admin/sales?id=${purchaseId}`}
          title="Ver a venda"
          className="text-link underline-offset-4 hover:underline"
        >
          {name}
        </a>
      </span>
      <span title={purchase.customerEmail} className="truncate text-mini text-muted @max-2xl:whitespace-normal">
        {purchase.customerEmail || '—'}
      </span>
    </span>
  );
}
