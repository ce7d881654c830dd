import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import {
  MAIL_PARTS,
  MAIL_PRESET_NAMES,
  MAIL_PRESETS,
  MAIL_SECURITY,
  type MailPresetName,
  type MailServerState,
} from '#src/wire/mail/mail-server.ts';
import { lockedText } from '#src/wire/upkeep/settings-table.ts';
import { CheckedFoot } from '../checked-foot.tsx';
import { type MailServerForm as MailAccount, useMailServer } from './use-mail-server.ts';

type Props = { state: MailServerState; onSaved: (state: MailServerState) => void; onCancel: (() => void) | null };

export function MailServerForm({ state, onSaved, onCancel }: Props) {
  const account = useMailServer(state, onSaved);
  return (
    <Form onSubmit={account.save} className="mt-5 grid gap-5">
      <Service account={account} />
      <Place account={account} />
      <Login account={account} hasPassword={state.source === 'stored'} isFromLocked={state.isFromLocked} />
      <CheckedFoot
        label="Conferência do e-mail"
        seen={account.checked}
        isBusy={account.isChecking}
        expected={Object.keys(MAIL_PARTS).length}
        check={account.check}
        save={{ label: 'Salvar conta', isBusy: account.isSaving }}
        onCancel={onCancel}
        hint="Conferir entra na conta e envia um teste a você, sem salvar."
      />
    </Form>
  );
}

function Service({ account: { preset, choose } }: { account: MailAccount }) {
  const options = [
    { value: '', label: 'Outro serviço' },
    ...MAIL_PRESET_NAMES.map((name) => ({ value: name, label: MAIL_PRESETS[name].label })),
  ];
  return (
    <Select
      label="Serviço"
      value={preset ?? ''}
      onChange={(name) => choose(name as MailPresetName | '')}
      options={options}
      hint={preset ? MAIL_PRESETS[preset].help : 'Servidor, porta e usuário estão no seu serviço de e-mail, em SMTP.'}
    />
  );
}

function Place({ account: { form } }: { account: MailAccount }) {
  const { watch, setValue } = form;
  const field = fieldOf(form);
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)]">
      <TextField
        label="Servidor"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        placeholder="smtp.exemplo.com.br"
        {...field('host')}
      />
      <TextField label="Porta" inputMode="numeric" {...field('port')} />
      <Select
        label="Segurança"
        value={watch('security')}
        onChange={(security) => setValue('security', security as 'tls', { shouldDirty: true })}
        options={Object.entries(MAIL_SECURITY).map(([value, label]) => ({ value, label }))}
      />
    </div>
  );
}

type LoginProps = { account: MailAccount; hasPassword: boolean; isFromLocked: boolean };

function Login({ account: { form }, hasPassword, isFromLocked }: LoginProps) {
  const field = fieldOf(form);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Usuário" autoCapitalize="none" spellCheck={false} {...field('user')} />
      <PasswordField
        label="Senha"
        placeholder={hasPassword ? 'Fica a que está salva' : ''}
        hint="Fica cifrada neste servidor e não aparece de novo."
        {...field('password')}
      />
      <div className="sm:col-span-2">
        <TextField
          label="Endereço de envio"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isFromLocked}
          hint={
            isFromLocked
              ? lockedText('mailFrom')
              : 'Um endereço que esta conta pode usar. Sem um nome antes dele, vai o nome da loja.'
          }
          {...field('from')}
        />
      </div>
    </div>
  );
}
