import { useRef, useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { ABOVE_SAVE_BAR, PinnedSaveBar } from '#src/islands/admin/form/save-bar.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import type { Recovery, RecoverySettings, ReminderChoice } from '#src/wire/reminders/recovery.ts';
import { REMINDER_STEPS, RETAKE_DAYS, type ReminderStep } from '#src/wire/reminders/reminders.ts';
import type { SampleProduct } from './coupon-text.ts';
import { RecoveryStep } from './recovery-step.tsx';

const PATH = '/api/admin/recovery';

export function RecoveryPanel({ sample }: { sample: SampleProduct | undefined }) {
  const read = useRead<Recovery>(PATH);
  if (!read.data) {
    return read.isError ? (
      <FailedState
        title="Não foi possível carregar a recuperação."
        isTrying={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <Skeleton className="h-96 w-full" />
    );
  }
  // What was typed stays until it is saved, or somebody else's is read.
  return <RecoveryForm key={read.data.updatedAt} known={read.data} sample={sample} />;
}

function RecoveryForm({ known, sample }: { known: Recovery; sample: SampleProduct | undefined }) {
  const element = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(element);
  const [settings, setSettings] = useState<RecoverySettings>(() => settingsOf(known));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isOutdated, setOutdated] = useState(false);
  const changes = countChanges(settings, settingsOf(known));
  useLeaveWarning(changes > 0);
  const { submit, isBusy } = useChange<RecoverySettings, Recovery>({
    run: (wanted) => api.put<Recovery>(PATH, { ...wanted, updatedAt: known.updatedAt }),
    done: async () => {
      await refreshLists(PATH);
      showToast({ tone: 'success', title: 'Recuperação salva', description: 'Vale para os próximos lembretes.' });
    },
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

  return (
    <form
      ref={element}
      noValidate
      aria-label="Recuperação"
      className={`grid grid-cols-1 gap-4 ${ABOVE_SAVE_BAR}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit(settings);
      }}
    >
      <Figures known={known} />
      <section className="rounded-card border border-line bg-surface p-4">
        <Switch
          label="Lembrar quem gerou um Pix e não pagou"
          hint="Só de dia, das 8:00 às 22:00. Uma sequência por pessoa em sete dias, e nunca a quem pagou ou pediu para parar."
          isOn={settings.isOn}
          onChange={(isOn) => change({ isOn })}
        />
      </section>
      {REMINDER_STEPS.map((step) => (
        <RecoveryStep
          key={step}
          step={step}
          settings={settings}
          coupons={known.coupons}
          sample={sample}
          errors={errors}
          onChange={(part) => changeStep(step, part)}
          onCoupon={(couponId) => change({ couponId })}
        />
      ))}
      <section className="rounded-card border border-line bg-surface p-4">
        <Switch
          label="Pedir WhatsApp no checkout"
          hint="Um campo opcional. Com ele, a venda sem pagamento ganha o botão 'Chamar no WhatsApp', que abre a conversa com a frase pronta: quem envia é você."
          isOn={settings.asksWhatsapp}
          onChange={(asksWhatsapp) => change({ asksWhatsapp })}
        />
      </section>
      {isOutdated && (
        <Notice tone="danger" title="Outra pessoa mudou a recuperação enquanto você editava">
          Nada foi salvo. Copie o que escreveu e{' '}
          <button
            type="button"
            className="font-semibold text-link underline underline-offset-4"
            onClick={() => void refreshLists(PATH)}
          >
            veja como está agora
          </button>
          .
        </Notice>
      )}
      <PinnedSaveBar
        count={changes}
        wrong={Object.keys(errors).length}
        isBusy={isBusy}
        onDiscard={() => {
          setSettings(settingsOf(known));
          setErrors({});
        }}
      />
    </form>
  );
}

function Figures({ known: { figures } }: { known: Recovery }) {
  const { days, reminders, sales, revenue } = figures;
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-sm font-medium text-muted">Últimos {days} dias</h2>
      <p className="mt-1 text-title-3 font-[650] [font-stretch:86%] [word-spacing:.12em]">
        {countOf(reminders, 'lembrete', 'lembretes')} · {countOf(sales, 'venda', 'vendas')} · {revenue}
      </p>
      <p className="mt-1 max-w-[70ch] text-table text-muted">
        Venda recuperada: paga por um Pix gerado no link de um lembrete, em até {RETAKE_DAYS} dias depois dele. Quem
        paga o Pix de antes não conta.
      </p>
    </section>
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;
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
