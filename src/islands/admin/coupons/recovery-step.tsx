import { Select } from '#src/islands/ui/fields/select.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { formatCents } from '#src/wire/basics/money.ts';
import { discountOf } from '#src/wire/coupons/pricing.ts';
import {
  BODY_LENGTH,
  fillWords,
  REMINDER_VARIABLES,
  type Recovery,
  type RecoverySettings,
  type ReminderChoice,
  type ReminderVariable,
  STEP_NAMES,
  SUBJECT_LENGTH,
} from '#src/wire/reminders/recovery.ts';
import type { ReminderStep } from '#src/wire/reminders/reminders.ts';
import { discountText, type SampleProduct } from './coupon-text.ts';

type Props = {
  step: ReminderStep;
  settings: RecoverySettings;
  coupons: Recovery['coupons'];
  sample: SampleProduct | undefined;
  errors: Record<string, string>;
  onChange: (part: Partial<ReminderChoice>) => void;
  onCoupon: (couponId: string) => void;
};

/** The words of one reminder, with the mail beside them as a buyer gets it. */
export function RecoveryStep({ step, settings, coupons, sample, errors, onChange, onCoupon }: Props) {
  const choice = settings.steps[step - 1] ?? settings.steps[0];
  const { name, when } = STEP_NAMES[step];
  const coupon = coupons.find(({ id }) => id === settings.couponId);
  const values = sampleValues(step, sample, coupon);
  const errorOf = (field: string) => errors[`steps[${step - 1}].${field}`] ?? null;
  return (
    <section
      aria-labelledby={`step-${step}`}
      className="grid grid-cols-1 gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-4 xl:grid-cols-2"
    >
      <div className="grid grid-cols-1 content-start gap-4">
        <div>
          <h2 id={`step-${step}`} className="text-base">
            {step}. {name}
          </h2>
          <p className="text-table text-muted">{when}</p>
          <Switch label={`Enviar o lembrete ${step}`} isOn={choice.isOn} onChange={(isOn) => onChange({ isOn })} />
        </div>
        {step === 3 && (
          <Select
            label="Cupom do terceiro lembrete"
            value={settings.couponId ?? ''}
            onChange={onCoupon}
            placeholder={coupons.length > 0 ? 'Escolha um cupom' : 'Nenhum cupom vale hoje'}
            options={coupons.map(({ id, code, type, discount }) => ({
              value: id,
              label: `${code} (${discountText(type, discount)})`,
            }))}
            disabled={coupons.length === 0}
            hint="Sem um cupom que valha, o terceiro lembrete não sai."
            error={errors['couponId'] ?? null}
          />
        )}
        <TextField
          label="Assunto"
          size="small"
          value={choice.subject}
          onChange={(event) => onChange({ subject: event.target.value })}
          hint={`${choice.subject.length} de ${SUBJECT_LENGTH}`}
          error={errorOf('subject')}
        />
        <TextArea
          label="Texto"
          size="small"
          rows={7}
          value={choice.body}
          onChange={(event) => onChange({ body: event.target.value })}
          hint={`${choice.body.length.toLocaleString('pt-BR')} de ${BODY_LENGTH.toLocaleString('pt-BR')}. Uma linha vazia separa parágrafos.`}
          error={errorOf('body')}
        />
        <Variables />
      </div>
      <Preview step={step} subject={fillWords(choice.subject, values)} body={fillWords(choice.body, values)} />
    </section>
  );
}

function Variables() {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-table">
      {Object.entries(REMINDER_VARIABLES).map(([name, meaning]) => (
        <div key={name} className="contents">
          <dt className="code">{`{${name}}`}</dt>
          <dd className="text-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function Preview({ step, subject, body }: { step: ReminderStep; subject: string; body: string }) {
  return (
    <div>
      <h3 className="text-sm font-medium">Como fica</h3>
      <div className="mt-1.5 min-w-0 rounded-card border border-line bg-background p-4 sm:p-5">
        <p className="wrap-anywhere text-base font-semibold">{subject}</p>
        {body.split(/\n\s*\n/).map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity of their own
          <p key={at} className="mt-3 wrap-anywhere text-sm">
            {paragraph}
          </p>
        ))}
        {step === 1 && (
          <p className="code mt-4 truncate rounded-field border border-line bg-raised px-3 py-2 text-table">
            00020126580014br.gov.bcb.pix0136…
          </p>
        )}
        <p className="mt-4">
          <span className="inline-block rounded-field bg-orange-500 px-4 py-2.5 text-sm font-semibold text-graphite-950">
            {step === 1 ? 'Ver o meu Pix' : 'Gerar novo Pix'}
          </span>
        </p>
        <p className="mt-4 border-t border-line pt-3 text-table text-muted">
          Você recebe este lembrete porque um pedido seu ficou sem pagamento. Não quero lembretes.
        </p>
      </div>
    </div>
  );
}

const UNTIL: Record<ReminderStep, string> = { 1: '16:42', 2: '30/11', 3: 'domingo' };

function sampleValues(
  step: ReminderStep,
  sample: SampleProduct = { id: '', name: 'Curva Log Pro', priceCents: 8_990 },
  coupon: Recovery['coupons'][number] | undefined,
): Record<ReminderVariable, string> {
  const discount = coupon && { type: coupon.type, discountHundredths: Math.round(coupon.discount * 100) };
  const cents = sample.priceCents - (step === 3 && discount ? discountOf(sample.priceCents, discount) : 0);
  return { nome: 'Ana', produto: sample.name, valor: formatCents(cents), validade: UNTIL[step] };
}
