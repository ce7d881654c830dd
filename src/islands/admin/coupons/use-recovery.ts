import { type RefObject, useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import type { Recovery, RecoverySettings, ReminderChoice } from '#src/wire/reminders/recovery.ts';
import type { ReminderStep } from '#src/wire/reminders/reminders.ts';

export const RECOVERY_PATH = '/api/admin/recovery';

export function useRecovery(known: Recovery, element: RefObject<HTMLFormElement | null>) {
  const focusFirstError = useErrorFocus(element);
  const [settings, setSettings] = useState<RecoverySettings>(() => settingsOf(known));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isOutdated, setOutdated] = useState(false);
  const changes = countChanges(settings, settingsOf(known));
  useLeaveWarning(changes > 0);
  const { submit, isBusy } = useChange<RecoverySettings, Recovery>({
    run: (wanted) => api.put<Recovery>(RECOVERY_PATH, { ...wanted, updatedAt: known.updatedAt }),
    refresh: [RECOVERY_PATH],
    told: { title: 'Recuperação salva', description: 'Vale para os próximos lembretes.' },
    failed: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (error instanceof ApiError && error.code === 'outdated') setOutdated(true);
      else if (Object.keys(fields).length > 0) focusFirstError();
      else showToast({ tone: 'danger', title: 'Erro ao salvar a recuperação', description: sentenceOf(error) });
    },
  });

  function change(part: Partial<RecoverySettings>): void {
    setSettings((current) => ({ ...current, ...part }));
    setErrors({});
  }

  function changeStep(step: ReminderStep, part: Partial<ReminderChoice>): void {
    const steps: RecoverySettings['steps'] = [...settings.steps];
    const former = steps[step - 1];
    if (former) steps[step - 1] = { ...former, ...part };
    change({ steps });
  }

  return {
    ...{ settings, errors, isOutdated, changes, isBusy, change, changeStep },
    submit: () => submit(settings),
    discard(): void {
      setSettings(settingsOf(known));
      setErrors({});
    },
  };
}

function settingsOf({ isOn, steps, couponId, asksWhatsapp }: RecoverySettings): RecoverySettings {
  return { isOn, steps, couponId, asksWhatsapp };
}

/** Each switch and each text by itself, as they stand on the screen. */
function countChanges(
  { steps, ...settings }: RecoverySettings,
  { steps: savedSteps, ...saved }: RecoverySettings,
): number {
  const ofSteps = steps.map((step, at) => differences(step, savedSteps[at] ?? {}));
  return ofSteps.reduce((sum, count) => sum + count, differences(settings, saved));
}

function differences(values: object, saved: object): number {
  const before = new Map(Object.entries(saved));
  return Object.entries(values).filter(([name, value]) => before.get(name) !== value).length;
}
