import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { showRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { EmailField } from '#src/islands/ui/fields/email-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { INVITATION_HOURS, INVITATIONS_PATH, Invite, TEAM_PATH, type TeamInvitation } from '#src/wire/access/team.ts';
import { RoleChoice } from './role-choice.tsx';

export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const id = useId();
  const form = useForm<Invite>({
    resolver: zodResolver(Invite, undefined, { raw: true }),
    defaultValues: { email: '', role: 'support' },
  });
  const { submit, isBusy } = useChange<Invite, TeamInvitation>({
    run: (values) => api.post<TeamInvitation>(INVITATIONS_PATH, values),
    refresh: [TEAM_PATH],
    told: ({ email }) => ({ title: 'Convite enviado', description: email }),
    done: onClose,
    isShown: (error) => showRefusedFields(error, form),
    failed: 'O convite não foi enviado',
  });
  return (
    <Drawer
      title="Convidar"
      description={`A pessoa recebe um link por e-mail, que vale ${INVITATION_HOURS}\u00a0h.`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isBusy} busyLabel="Enviando...">
            Enviar convite
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.handleSubmit(submit)} className="grid gap-5">
        <EmailField label="E-mail" autoFocus placeholder="marta@exemplo.com.br" {...fieldOf(form)('email')} />
        <RoleChoice
          role={form.watch('role')}
          error={form.formState.errors.role?.message ?? null}
          onChange={(role) => form.setValue('role', role, { shouldDirty: true })}
        />
        <p className="text-sm text-muted">No primeiro acesso a pessoa diz o nome e cria a própria senha.</p>
      </Form>
    </Drawer>
  );
}
