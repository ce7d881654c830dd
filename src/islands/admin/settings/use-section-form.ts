import { useRef, useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { toastOnNextPage } from '#src/client/page/next-page-toast.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import type { SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import {
  rowOf,
  SETTINGS_PATH,
  type SectionSettings,
  type SettingKey,
  type SettingValue,
} from '#src/wire/upkeep/settings-table.ts';

type Values = Partial<Record<SettingKey, SettingValue>>;
type Errors = Partial<Record<SettingKey, string>>;

export type SectionForm = ReturnType<typeof useSectionForm>;
export type SettingFieldProps = { name: SettingKey; form: SectionForm };

/** `before` goes along with each save, so that another owner's change is seen before it is overwritten. */
export function useSectionForm(section: SettingSection, rendered: SectionSettings) {
  const form = useRef<HTMLFormElement>(null);
  const focusError = useErrorFocus(form);
  const [shown, setShown] = useState(rendered);
  const [typed, setTyped] = useState<Values>({});
  const [errors, setErrors] = useState<Errors>({});
  const keys = Object.keys(rendered) as SettingKey[];
  const began = valuesOf(shown);
  const changed = keys.filter((key) => typed[key] !== undefined && String(typed[key]) !== String(began[key]));
  const leaveQuietly = useLeaveWarning(changed.length > 0);

  const saving = useChange<undefined, SectionSettings>({
    run: () => api.put(`${SETTINGS_PATH}/${section}`, { values: pick(typed, changed), before: pick(began, changed) }),
    done: (saved) => {
      const isSeenEverywhere = changed.some((key) => rowOf(key).group === 'identity');
      setShown(saved);
      setTyped({});
      setErrors({});
      const toast = { tone: 'success', title: 'Configurações salvas' } as const;
      if (!isSeenEverywhere) return showToast(toast);
      toastOnNextPage(toast);
      leaveQuietly();
      location.reload();
    },
    failed: (error) => void show(error),
  });

  async function show(error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) {
      showToast({ tone: 'danger', title: 'As configurações não foram salvas', description: sentenceOf(error) });
      return;
    }
    if (error.code === 'settings_changed') await showWhatChanged(Object.keys(error.fields) as SettingKey[]);
    else setErrors(error.fields);
    focusError();
  }

  async function showWhatChanged(contested: SettingKey[]): Promise<void> {
    const now = await api.get<SectionSettings>(`${SETTINGS_PATH}/${section}`).catch(() => null);
    if (now) setShown(now);
    const sentences = contested.map((key) => [key, otherChangeText(key, now?.[key]?.value)]);
    setErrors(Object.fromEntries(sentences));
  }

  return {
    form,
    keys,
    shown,
    errors,
    changed,
    isBusy: saving.isBusy,
    wrong: keys.filter((key) => errors[key]).length,
    valueOf: (key: SettingKey): SettingValue => typed[key] ?? began[key] ?? '',
    type(key: SettingKey, value: SettingValue): void {
      setTyped((former) => ({ ...former, [key]: value }));
      setErrors(({ [key]: _mended, ...others }) => others);
    },
    discard(): void {
      setTyped({});
      setErrors({});
    },
    save(): void {
      const refused = changed.flatMap((key) => {
        const read = rowOf(key).schema.safeParse(typed[key]);
        return read.success ? [] : [[key, read.error.issues[0]?.message ?? '']];
      });
      setErrors(Object.fromEntries(refused));
      if (refused.length > 0) focusError();
      else saving.submit(undefined);
    },
  };
}

function otherChangeText(key: SettingKey, value: SettingValue | undefined): string {
  const { choices } = rowOf(key);
  if (value === undefined) return 'Outra pessoa mudou isto enquanto você editava. Confira e salve de novo.';
  const words = choices?.[String(value)] ?? String(value);
  const now = words === '' ? 'está vazio' : `é “${words.length > 80 ? `${words.slice(0, 79)}…` : words}”`;
  return `Outra pessoa mudou isto enquanto você editava: agora ${now}. Salve de novo para usar o seu.`;
}

function valuesOf(shown: SectionSettings): Values {
  return Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value]));
}

function pick(values: Values, keys: SettingKey[]): Values {
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
