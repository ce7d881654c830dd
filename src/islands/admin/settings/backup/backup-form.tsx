import { Lock } from 'lucide-react';
import { ABOVE_SAVE_BAR, PinnedSaveBar } from '#src/islands/admin/form/save-bar.tsx';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { PasswordField } from '#src/islands/ui/fields/password-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import {
  BACKUP_PLACES,
  type BackupPlace,
  type ShownBackupSettings,
  type ShownBackups,
} from '#src/wire/backups/backups.ts';
import { BucketFields } from './bucket-fields.tsx';
import { ContinuousCopy } from './continuous-copy.tsx';
import { type BackupFormState, useBackupForm } from './use-backup-form.ts';

type Props = { rendered: ShownBackupSettings; shown: ShownBackups; onSaved: () => void };

export function BackupForm({ rendered, shown: { engine, continuous }, onSaved }: Props) {
  const form = useBackupForm(rendered, onSaved);
  return (
    <Form
      ref={form.form}
      aria-label="Configurações de backup"
      onSubmit={() => form.save()}
      className={`grid min-w-0 gap-4 ${ABOVE_SAVE_BAR}`}
    >
      <Place form={form} />
      <Content form={form} engine={engine} />
      {engine === 'file' && <ContinuousCopy form={form} shown={continuous} />}
      <PinnedSaveBar count={form.count} wrong={form.wrong} isBusy={form.isSaving} onDiscard={form.discard} />
    </Form>
  );
}

const PLACES = Object.entries(BACKUP_PLACES).map(([value, label]) => ({ value, label }));

function Place({ form }: { form: BackupFormState }) {
  const { draft, errors, shown, type } = form;
  return (
    <TitledSection id="backup-place" title="Quando e onde">
      <p className="mt-1 text-sm text-muted">
        Um backup no mesmo disco da loja some com ele. Um balde, ou um disco de outra máquina, é o lugar dele.
      </p>
      <div className="mt-4 grid gap-5">
        <Switch
          label="Um backup toda noite"
          hint="Às 3h30. Uma noite perdida é feita depois que a loja abre."
          isOn={draft.isOn}
          onChange={(isOn) => type({ isOn })}
        />
        <Select
          label="Onde guardar"
          value={draft.place}
          error={errors.place ?? null}
          onChange={(place) => type({ place: place as BackupPlace })}
          options={PLACES}
        />
        <TextField
          label={draft.place === 'bucket' ? 'Pasta em que o backup é preparado' : 'Pasta'}
          size="small"
          spellCheck={false}
          readOnly={shown.isFolderGiven}
          value={shown.isFolderGiven ? shown.defaultFolder : draft.folder}
          error={errors.folder ?? null}
          hint={shown.isFolderGiven ? <LockedHint /> : `Vazia: ${shown.defaultFolder}`}
          onChange={(event) => type({ folder: event.target.value })}
        />
        {draft.place !== 'folder' && <BucketFields form={form} />}
      </div>
    </TitledSection>
  );
}

function LockedHint() {
  return (
    <span className="flex items-start gap-1.5">
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>Definida no servidor (BACKUPS_DIR). Para mudar aqui, apague a linha de lá e reinicie a loja.</span>
    </span>
  );
}

function Content({ form, engine }: { form: BackupFormState; engine: ShownBackups['engine'] }) {
  const { draft, errors, shown, type } = form;
  return (
    <TitledSection id="backup-content" title="O que vai nele">
      <p className="mt-1 text-sm text-muted">
        Banco de dados, imagens e arquivos vendidos. As senhas que você digita na loja, como as do banco e do e-mail,
        vão cifradas.
      </p>
      <div className="mt-4 grid gap-5">
        {engine === 'file' && (
          <Switch
            label="Levar também a chave que abre essas senhas"
            hint={
              draft.hasKeyFile
                ? 'Quem tiver o backup pode ler as senhas do banco e do e-mail. Guarde-o como guarda as senhas, ou cifre-o.'
                : 'Sem ela, depois de restaurar em outra máquina, as senhas do banco e do e-mail são digitadas de novo.'
            }
            isOn={draft.hasKeyFile}
            onChange={(hasKeyFile) => type({ hasKeyFile })}
          />
        )}
        <Switch
          label="Cifrar o backup com uma senha"
          hint="Cada backup vira um arquivo só, que o programa age também abre."
          isOn={draft.isEncrypted}
          onChange={(isEncrypted) => type({ isEncrypted })}
        />
        {draft.isEncrypted && (
          <PasswordField
            label="Senha dos backups"
            size="small"
            autoComplete="new-password"
            value={draft.passphrase}
            error={errors.passphrase ?? null}
            placeholder={shown.isEncrypted ? 'Guardada. Digite para trocar' : ''}
            hint="Ao menos 12 caracteres. A loja a guarda cifrada e não a mostra mais. Anote fora daqui: sem ela ninguém abre os backups, nem você."
            onChange={(event) => type({ passphrase: event.target.value })}
          />
        )}
      </div>
    </TitledSection>
  );
}
