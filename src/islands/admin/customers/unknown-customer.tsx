import { UserRoundX } from 'lucide-react';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';

/** An erased customer is unknown, too. */
export function UnknownCustomer({ backHref }: { backHref: string }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-title-3 leading-9">Cliente</h1>
      <div className="rounded-card border border-line bg-surface">
        <EmptyState
          icon={UserRoundX}
          title="Cliente não encontrado"
          text="O endereço está incompleto ou os dados desta pessoa já foram excluídos. As vendas dela continuam em Vendas."
          action={
            <a href={backHref} className={buttonClass('secondary')}>
              Voltar para clientes
            </a>
          }
        />
      </div>
    </div>
  );
}
