import { useRef } from 'react';
import { ABOVE_SAVE_BAR, PinnedSaveBar } from '#src/islands/admin/form/save-bar.tsx';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import type { Recovery } from '#src/wire/reminders/recovery.ts';
import { REMINDER_STEPS, RETAKE_DAYS } from '#src/wire/reminders/reminders.ts';
import type { SampleProduct } from './coupon-text.ts';
import { RecoveryStep } from './recovery-step.tsx';
import { RECOVERY_PATH, useRecovery } from './use-recovery.ts';

export function RecoveryPanel({ sample }: { sample: SampleProduct | undefined }) {
  const read = useRead<Recovery>(RECOVERY_PATH);
  if (!read.data) {
    return read.isError ? (
      <FailedState title="Não foi possível carregar a recuperação." read={read} />
    ) : (
      <Skeleton className="h-96 w-full" />
    );
  }
  // The key keeps what was typed until it is saved, or somebody else's is read.
  return <RecoveryForm key={read.data.updatedAt} known={read.data} sample={sample} />;
}

function RecoveryForm({ known, sample }: { known: Recovery; sample: SampleProduct | undefined }) {
  const element = useRef<HTMLFormElement>(null);
  const recovery = useRecovery(known, element);
  const { settings, errors, change } = recovery;

  return (
    <Form
      ref={element}
      aria-label="Recuperação"
      className={`grid grid-cols-1 gap-4 ${ABOVE_SAVE_BAR}`}
      onSubmit={() => recovery.submit()}
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
          onChange={(part) => recovery.changeStep(step, part)}
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
      {recovery.isOutdated && (
        <Notice tone="danger" title="Outra pessoa mudou a recuperação enquanto você editava">
          Nada foi salvo. Copie o que escreveu e{' '}
          <button type="button" className="font-semibold link" onClick={() => void refreshLists(RECOVERY_PATH)}>
            veja como está agora
          </button>
          .
        </Notice>
      )}
      <PinnedSaveBar
        count={recovery.changes}
        wrong={Object.keys(errors).length}
        isBusy={recovery.isBusy}
        onDiscard={recovery.discard}
      />
    </Form>
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
