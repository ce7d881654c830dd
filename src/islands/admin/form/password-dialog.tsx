import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { api, sentenceOf } from '#src/client/api.ts';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { CONFIRM_PASSWORD_PATH, ConfirmPassword } from '#src/wire/access/own-account.ts';
import { FormDialog } from './form-dialog.tsx';

type Props = { onTyped: () => void; onClose: () => void };

/** A change of money or mail settings waits behind it, and nothing that was typed is lost. */
export function PasswordDialog({ onTyped, onClose }: Props) {
  const form = useForm<ConfirmPassword>({ resolver: zodResolver(ConfirmPassword), defaultValues: { current: '' } });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const confirm = handleSubmit(async (typed) => {
    try {
      await api.post(CONFIRM_PASSWORD_PATH, typed);
      onTyped();
    } catch (error) {
      setError('current', { message: sentenceOf(error) });
      setFocus('current', { shouldSelect: true });
    }
  });
  return (
    <FormDialog
      title="Confirme que é você"
      description="Para mudar isto, a loja pede a sua senha. Ela vale por dez minutos."
      submitLabel="Confirmar"
      busyLabel="Conferindo..."
      isBusy={formState.isSubmitting}
      onSubmit={confirm}
      onClose={onClose}
    >
      <PasswordField
        label="Sua senha"
        autoComplete="current-password"
        error={formState.errors.current?.message ?? null}
        {...register('current')}
      />
    </FormDialog>
  );
}
