import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { recheckSession } from '#src/client/session.ts';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { focusRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { ChangeOwnName } from '#src/wire/access/own-account.ts';

export function OwnNameForm({ name }: { name: string }) {
  const form = useForm<ChangeOwnName>({ resolver: zodResolver(ChangeOwnName), defaultValues: { name } });
  const { submit, isBusy } = useChange<ChangeOwnName, unknown>({
    run: (typed) => api.post('/api/admin/account/name', typed),
    done: async () => {
      await recheckSession();
      showToast({ tone: 'success', title: 'Nome salvo' });
    },
    isShown: (error) => focusRefusedFields(error, form),
    failed: 'Erro ao salvar o nome',
  });
  return (
    <Form onSubmit={form.handleSubmit(submit)} className="mt-4 grid max-w-sm gap-4">
      <TextField
        label="Nome"
        autoComplete="name"
        hint="Aparece na auditoria e nos e-mails do painel."
        {...fieldOf(form)('name')}
      />
      <div>
        <Button type="submit" isBusy={isBusy} busyLabel="Salvando...">
          Salvar o nome
        </Button>
      </div>
    </Form>
  );
}
