import { useId, useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import { countsSentence, lossSentences } from '#src/wire/backups/restore-texts.ts';
import { ARCHIVE_LIMIT_BYTES, RESTORE_STEPS, RESTORE_WORD, type RestorePreview } from '#src/wire/backups/restores.ts';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import { type Chosen, useRestore } from './use-restore.ts';

/** Where nothing is chosen yet it asks for a file. */
type Props = { title: string; from: Chosen | null; onClose: () => void };

type Restore = ReturnType<typeof useRestore>;

export function RestoreDialog({ title, from, onClose }: Props) {
  const restore = useRestore(from);
  const form = useId();
  const [passphrase, setPassphrase] = useState('');
  const [confirmed, setConfirmed] = useState({ word: '', areKeysFree: false });
  const { current, chosen, isClosing } = restore;
  const preview = current?.state === 'checked' ? current.preview : null;
  const isWaiting = current?.state === 'checking' || isClosing;
  const submit = () => (preview ? restore.start(confirmed) : restore.check(passphrase));
  return (
    <Dialog
      onClose={() => isClosing || onClose()}
      title={title}
      description="Nada muda antes de você confirmar."
      foot={
        <>
          <Button onClick={onClose} disabled={isClosing}>
            Cancelar
          </Button>
          {chosen && !isWaiting && (
            <Button
              variant={preview ? 'danger' : 'primary'}
              type="submit"
              form={form}
              isBusy={restore.isBusy}
              busyLabel={preview ? 'Restaurando...' : 'Conferindo...'}
            >
              {preview ? 'Restaurar a loja' : 'Conferir'}
            </Button>
          )}
        </>
      }
    >
      <Form id={form} className="grid gap-5" onSubmit={() => submit()}>
        {!chosen && <FileChoice restore={restore} />}
        {chosen && !isWaiting && !preview && (
          <BeforeCheck restore={restore} typed={passphrase} onType={setPassphrase} />
        )}
        {preview && !isClosing && (
          <Confirmation restore={restore} preview={preview} confirmed={confirmed} onChange={setConfirmed} />
        )}
        <div role="status">{isWaiting && <Waiting restore={restore} />}</div>
        <Trouble restore={restore} />
      </Form>
    </Dialog>
  );
}

function FileChoice({ restore: { sentPercent, send } }: { restore: Restore }) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold text-sm">
        Arquivo do backup
      </label>
      <input
        id={id}
        type="file"
        accept=".tar,.age"
        disabled={sentPercent !== null}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
        }}
        className="w-full min-w-0 cursor-pointer rounded-field border border-dashed border-outline bg-surface px-3 py-3 text-sm text-muted transition-colors hover:border-foreground file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-field file:border file:border-solid file:border-line file:bg-background file:px-3.5 file:font-semibold file:text-foreground"
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        O que você baixou daqui: termina em .tar ou .tar.age. Até {formatFileSize(ARCHIVE_LIMIT_BYTES)}; um maior vai na
        pasta dos backups do servidor, e aparece na lista.
      </p>
      <p role="status" className="text-sm tabular-nums">
        {sentPercent !== null && `Enviando: ${sentPercent} %`}
      </p>
    </div>
  );
}

type Typed = { restore: Restore; typed: string; onType: (passphrase: string) => void };

function BeforeCheck({ restore: { chosen, errors }, typed, onType }: Typed) {
  return (
    <>
      <p className="text-sm text-muted">
        A loja abre o backup e o restaura uma vez em uma pasta de teste. Depois mostra o que mudaria.
      </p>
      {chosen?.isEncrypted && (
        <PasswordField
          label="Senha do backup"
          value={typed}
          onChange={({ target }) => onType(target.value)}
          error={errors['passphrase'] ?? null}
        />
      )}
    </>
  );
}

function Waiting({ restore: { current, isClosing } }: { restore: Restore }) {
  const step = current?.state === 'checking' ? RESTORE_STEPS[current.step] : '';
  return (
    <p className="flex items-center gap-2.5 text-sm">
      <Spinner className="size-4" />
      {isClosing ? 'A loja fecha agora e volta em um minuto.' : `${step}...`}
    </p>
  );
}

type Confirmed = { word: string; areKeysFree: boolean };
type ConfirmationProps = {
  restore: Restore;
  preview: RestorePreview;
  confirmed: Confirmed;
  onChange: (confirmed: Confirmed) => void;
};

function Confirmation({ restore, preview, confirmed, onChange }: ConfirmationProps) {
  return (
    <>
      <ul className="grid gap-2 text-sm">
        {lossSentences(preview).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li className="text-muted tabular-nums">{countsSentence(preview)}</li>
      </ul>
      {!preview.since && preview.freeKeys > 0 && (
        <Switch
          label="Nada foi vendido depois deste backup"
          hint="As chaves livres dele continuam à venda."
          isOn={confirmed.areKeysFree}
          onChange={(areKeysFree) => onChange({ ...confirmed, areKeysFree })}
        />
      )}
      <TextField
        label={`Para restaurar, digite ${RESTORE_WORD}`}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={confirmed.word}
        onChange={({ target }) => onChange({ ...confirmed, word: target.value })}
        error={restore.errors['word'] ?? null}
      />
    </>
  );
}

function Trouble({ restore: { current, trouble, errors } }: { restore: Restore }) {
  const reason = current?.state === 'failed' ? current.reason : Object.keys(errors).length > 0 ? null : trouble;
  return (
    <div role="alert">
      {reason && (
        <Notice tone="danger" title="Este backup não pode ser restaurado">
          {reason}
        </Notice>
      )}
    </div>
  );
}
