import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { focusRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import {
  MAIL_PRESETS,
  MAIL_SERVER_CHECK_PATH,
  MAIL_SERVER_PATH,
  type MailPresetName,
  MailServer,
  type MailServerState,
  presetOfHost,
  type TypedMailServer,
} from '#src/wire/mail/mail-server.ts';
import { useCheck } from '../use-check.ts';

export type MailServerForm = ReturnType<typeof useMailServer>;

/** Both the check and the save take what is typed; only the save keeps it. */
export function useMailServer(state: MailServerState, onSaved: (state: MailServerState) => void) {
  const form = useForm<TypedMailServer, unknown, MailServer>({
    resolver: zodResolver(MailServer),
    defaultValues: beginOf(state),
  });
  const { handleSubmit, setValue, watch, formState } = form;
  const leaveQuietly = useLeaveWarning(formState.isDirty);
  const refuse = (title: string) => (error: unknown) => {
    if (focusRefusedFields(error, form)) return;
    showToast({ tone: 'danger', title, description: sentenceOf(error) });
  };
  const check = useCheck<MailServer>({ path: MAIL_SERVER_CHECK_PATH, failed: refuse('A conta não foi conferida') });
  const saving = useChange<MailServer, MailServerState>({
    run: (typed) => api.put(MAIL_SERVER_PATH, typed),
    told: { title: 'Conta de e-mail salva', description: 'Os próximos e-mails saem por ela.' },
    done: (saved) => {
      leaveQuietly();
      onSaved(saved);
    },
    failed: refuse('A conta não foi salva'),
  });
  return {
    form,
    checked: check.seen,
    isChecking: check.isBusy,
    isSaving: saving.isBusy,
    preset: presetOfHost(watch('host')),
    choose(name: MailPresetName | ''): void {
      if (name === '') return;
      const { host, port, security } = MAIL_PRESETS[name];
      const how = { shouldDirty: true, shouldValidate: formState.isSubmitted };
      setValue('host', host, how);
      setValue('port', port, how);
      setValue('security', security, how);
    },
    check: handleSubmit((typed) => {
      check.forget();
      check.start(typed);
    }),
    save: handleSubmit(saving.submit),
  };
}

function beginOf({ server, from }: MailServerState): TypedMailServer {
  return { host: '', port: 465, security: 'tls', user: '', from, ...server, password: '' };
}
