import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { EmailField } from '#src/islands/ui/fields/email-field.tsx';
import { CorrectEmail, type Customer } from '#src/wire/customers/customers.ts';
import { customerPath } from './customer-paths.ts';

type Props = {
  customerId: string;
  email: string;
  /** These are prefixes of further calls to refetch. */
  refresh?: readonly string[];
  onClose: () => void;
};

/** Asks again where another customer has the address: the second time both are joined. */
export function EmailDialog({ customerId, email, refresh = [], onClose }: Props) {
  const [typed, setTyped] = useState(email);
  const [isChecked, setChecked] = useState(false);
  const [takenEmail, setTakenEmail] = useState<string | null>(null);
  const correction = useChange<CorrectEmail, Customer>({
    run: (body) => api.post(`${customerPath(customerId)}/email`, body),
    done: async (customer) => {
      await Promise.all([customerPath(customerId), ...refresh].map(refreshLists));
      onClose();
      showToast({
        tone: 'success',
        title: 'E-mail corrigido',
        description: `O que for enviado segue para ${customer.email}.`,
      });
    },
    failed: (error, body) => {
      if (error instanceof ApiError && error.code === 'email_taken') return setTakenEmail(body.email);
      showToast({ tone: 'danger', title: 'Erro ao corrigir o e-mail', description: sentenceOf(error) });
    },
  });
  const read = CorrectEmail.safeParse({ email: typed });
  const isTaken = read.success && read.data.email === takenEmail;
  const submit = () => {
    setChecked(true);
    if (read.success) correction.submit({ email: read.data.email, ...(isTaken && { merge: true }) });
  };
  const problem = isChecked && !read.success ? (read.error.issues[0]?.message ?? null) : null;
  return (
    <FormDialog
      title="Corrigir e-mail"
      description="Recibos, chaves e o link de Minhas compras passam a ir para o novo endereço. Quem entrou com o antigo sai."
      submitLabel={isTaken ? 'Juntar os dois clientes' : 'Corrigir e-mail'}
      isBusy={correction.isBusy}
      unsavedIn={typed.trim() === email ? null : 'neste e-mail'}
      onSubmit={submit}
      onClose={onClose}
    >
      <EmailField
        label="E-mail"
        size="small"
        maxLength={254}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isTaken ? TAKEN : problem}
      />
    </FormDialog>
  );
}

const TAKEN =
  'Outro cliente já usa este e-mail. Se continuar, as compras dos dois ficam juntas, e não é possível separar.';
