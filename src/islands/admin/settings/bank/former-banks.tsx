import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { FormerBank } from '#src/wire/payments/bank.ts';
import { FORMER_BANKS_PATH } from './bank-paths.ts';

/** Those before the present one, until the owner removes them. */
export function FormerBanks({ banks }: { banks: readonly FormerBank[] }) {
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<FormerBank | null>(null);
  const left = banks.filter(({ account }) => !removed.includes(account));
  return (
    <>
      <p className="mt-1 text-sm text-muted">Bancos de antes, enquanto tiverem venda aberta.</p>
      <ul className="mt-3 divide-y divide-line border-t border-line text-sm">
        {left.map((bank) => (
          <li key={bank.account} className="py-3">
            <p className="font-semibold wrap-anywhere">
              {bank.name} ·{' '}
              {bank.openSales === 0
                ? 'nenhuma venda aberta'
                : countText(bank.openSales, 'venda ainda aberta', 'vendas ainda abertas')}
            </p>
            {bank.openSales > 0 ? (
              <>
                <p className="text-muted">Quando não restar nenhuma, dá para remover.</p>
                <a href="/admin/sales?status=pending" className="link">
                  Ver as vendas em aberto
                </a>
              </>
            ) : (
              <div className="mt-2">
                <Button size="small" onClick={() => setAsked(bank)}>
                  Remover
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <RemoveFormerBank
          bank={asked}
          onRemoved={() => setRemoved([...removed, asked.account])}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

type RemoveProps = { bank: FormerBank; onRemoved: () => void; onClose: () => void };

function RemoveFormerBank({ bank, onRemoved, onClose }: RemoveProps) {
  return (
    <ConfirmedChange
      run={async () => {
        await api.delete(`${FORMER_BANKS_PATH}/${bank.account}`);
        onRemoved();
      }}
      done="Banco de antes removido"
      failed="Erro ao remover o banco de antes"
      onClose={onClose}
      title={`Remover ${bank.name}?`}
      description="A loja esquece os dados deste banco. Vendas pagas nele não podem mais ser devolvidas por aqui."
      confirmLabel="Remover"
      busyLabel="Removendo..."
    />
  );
}
