import { useRef, useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import {
  BACKUP_CHECK_PATH,
  BACKUP_SETTINGS_PATH,
  type CheckBackupBucket,
  SaveBackupSettings,
  type ShownBackupSettings,
} from '#src/wire/backups/backups.ts';
import { useCheck } from '../use-check.ts';

const NO_BUCKET = { endpoint: '', region: '', bucket: '', prefix: '', key: '' };

type Draft = Omit<SaveBackupSettings, 'bucket' | 'passphrase'> &
  Omit<CheckBackupBucket, 'secret'> & { secret: string; passphrase: string };
type Errors = Partial<Record<keyof Draft, string>>;

export type BackupFormState = ReturnType<typeof useBackupForm>;

export function useBackupForm(rendered: ShownBackupSettings, onSaved: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const focusError = useErrorFocus(form);
  const [shown, setShown] = useState(rendered);
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [errors, setErrors] = useState<Errors>({});
  const began = draftOf(shown);
  const draft = { ...began, ...typed };
  const changed = (Object.keys(typed) as (keyof Draft)[]).filter((name) => typed[name] !== began[name]);
  useLeaveWarning(changed.length > 0);

  const fail = (title: string) => (error: unknown) => {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) {
      return showToast({ tone: 'danger', title, description: sentenceOf(error) });
    }
    // Those of the bucket come as `bucket.endpoint`.
    const fields = Object.entries(error.fields).map(([name, sentence]) => [name.split('.').at(-1), sentence]);
    setErrors(Object.fromEntries(fields));
    focusError();
  };
  const saving = useChange<SaveBackupSettings, ShownBackupSettings>({
    run: (body) => api.put(BACKUP_SETTINGS_PATH, body),
    told: 'Configurações salvas',
    done: (saved) => {
      setShown(saved);
      setTyped({});
      setErrors({});
      onSaved();
    },
    failed: fail('As configurações não foram salvas'),
  });
  const check = useCheck<CheckBackupBucket>({ path: BACKUP_CHECK_PATH, failed: fail('O balde não foi conferido') });

  return {
    form,
    shown,
    draft,
    errors,
    count: changed.length,
    wrong: Object.keys(errors).length,
    isSaving: saving.isBusy,
    checked: check.seen,
    isChecking: check.isBusy,
    type(changes: Partial<Draft>): void {
      setTyped((former) => ({ ...former, ...changes }));
      setErrors((former) => without(former, Object.keys(changes)));
    },
    discard(): void {
      setTyped({});
      setErrors({});
    },
    check(): void {
      check.forget();
      setErrors({});
      check.start(bucketOf(draft));
    },
    save(): void {
      const { isOn, place, folder, hasKeyFile, isEncrypted, isContinuous, passphrase } = draft;
      // The fields of the bucket are hidden then.
      const bucket = place === 'folder' ? shown.bucket && { ...shown.bucket, secret: null } : bucketOf(draft);
      const content = { isOn, place, folder, hasKeyFile, isEncrypted, isContinuous };
      const body = { ...content, bucket, passphrase: passphrase || null };
      const read = SaveBackupSettings.safeParse(body);
      if (read.success) {
        saving.submit(read.data);
        return;
      }
      setErrors(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path.at(-1) ?? ''), message])));
      focusError();
    },
  };
}

function draftOf({ bucket, ...shown }: ShownBackupSettings): Draft {
  const { isOn, place, folder, hasKeyFile, isEncrypted, isContinuous } = shown;
  const content = { isOn, place, folder, hasKeyFile, isEncrypted, isContinuous };
  return { ...content, ...NO_BUCKET, ...bucket, secret: '', passphrase: '' };
}

function bucketOf({ endpoint, region, bucket, prefix, key, secret }: Draft): CheckBackupBucket {
  return { endpoint, region, bucket, prefix, key, secret: secret || null };
}

function without(errors: Errors, names: string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
