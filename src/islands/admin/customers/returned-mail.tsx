import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useCan } from '#src/islands/admin/role.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDay } from '#src/wire/basics/dates.ts';
import type { Customer } from '#src/wire/customers/customers.ts';
import { customerPath } from './customer-paths.ts';

type Props = { customerId: string; bouncedAt: string };

/** The mailbox refused several mails for good; the owner may know better. */
export function ReturnedMail({ customerId, bouncedAt }: Props) {
  const path = customerPath(customerId);
  const can = useCan();
  const change = useChange<undefined, Customer>({
    run: () => api.post(`${path}/write-again`),
    refresh: [path],
    told: 'A loja volta a escrever para este endereço',
    failed: 'Nada mudou para este endereço',
  });
  return (
    <Notice tone="warning" title={`E-mails para este endereço voltam desde ${formatDay(bouncedAt)}`}>
      <p>
        Três e-mails diferentes foram recusados: o endereço não existe ou não recebe mais. Avisos de versão e de estoque
        não vão mais para ele. Recibos e chaves continuam a ser tentados.
      </p>
      {can('writeCustomers') && (
        <div className="mt-3">
          <ChangeButton change={change} label="Escrever de novo" busyLabel="Salvando..." />
        </div>
      )}
    </Notice>
  );
}
