import * as z from 'zod/mini';
import { identifier, line, text } from '../basics/text.ts';
import { COUPON_TYPES } from '../coupons/pricing.ts';
import { REMINDER_STEPS, type ReminderStep } from './reminders.ts';

/** They are filled in when a reminder is sent. */
export const REMINDER_VARIABLES = {
  nome: 'primeiro nome de quem comprou',
  produto: 'o que ficou sem pagar',
  valor: 'o preço de hoje, com o cupom',
  validade: 'até quando vale',
} as const;
export type ReminderVariable = keyof typeof REMINDER_VARIABLES;

export const SUBJECT_LENGTH = 80;
export const BODY_LENGTH = 1_200;

export const RECOVERY_TEXTS = {
  subject: `Escreva o assunto, com até ${SUBJECT_LENGTH} caracteres.`,
  body: 'Escreva o texto, com até 1.200 caracteres.',
  coupon: 'Escolha o cupom do terceiro lembrete.',
  couponGone: 'Este cupom não vale mais. Escolha outro.',
  outdated: 'Outra pessoa mudou a recuperação enquanto você editava. Nada foi salvo. Confira e salve de novo.',
} as const;

const ReminderWords = z.object({
  subject: z.string(),
  body: z.string(),
});
export const ReminderChoice = z.extend(ReminderWords, {
  isOn: z.boolean(),
});
export type ReminderChoice = z.infer<typeof ReminderChoice>;

export const RecoverySettings = z.object({
  isOn: z.boolean(),
  steps: z.tuple([ReminderChoice, ReminderChoice, ReminderChoice]),
  /** It belongs to the third step. */
  couponId: z.nullable(z.string()),
  asksWhatsapp: z.boolean(),
});
export type RecoverySettings = z.infer<typeof RecoverySettings>;

export const RecoveryFigures = z.object({
  /** The days that the figures are of. */
  days: z.number(),
  reminders: z.number(),
  sales: z.number(),
  /** It is display text, `R$ 809,10`. */
  revenue: z.string(),
});
export type RecoveryFigures = z.infer<typeof RecoveryFigures>;

export const Recovery = z.extend(RecoverySettings, {
  figures: RecoveryFigures,
  /** Those that can be used today; `discount` in percent, or in reais when the type is FIXED. */
  coupons: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      type: z.enum(COUPON_TYPES),
      discount: z.number(),
    }),
  ),
  /** It is null before the first save; a change sends it back. */
  updatedAt: z.nullable(z.string()),
});
export type Recovery = z.infer<typeof Recovery>;

export const FIGURE_DAYS = 30;

const words = (max: number, refusal: string) =>
  line(1, max, refusal).check(z.refine((typed) => unknownVariables(typed).length === 0, { error: tellUnknown }));

const choice = z.object({
  isOn: z.boolean(),
  subject: words(SUBJECT_LENGTH, RECOVERY_TEXTS.subject),
  body: text(1, BODY_LENGTH, RECOVERY_TEXTS.body).check(
    z.refine((typed) => unknownVariables(typed).length === 0, { error: tellUnknown }),
  ),
});

export const StoredRecovery = z.object({
  isOn: z.boolean(),
  steps: z.tuple([choice, choice, choice]),
  couponId: z.nullable(identifier(RECOVERY_TEXTS.coupon)),
  asksWhatsapp: z.boolean(),
});

export const SaveRecovery = z.extend(StoredRecovery, { updatedAt: z.nullable(z.string()) }).check(
  z.refine(({ steps, couponId }) => !steps[2].isOn || couponId !== null, {
    path: ['couponId'],
    error: RECOVERY_TEXTS.coupon,
  }),
);
export type SaveRecovery = z.infer<typeof SaveRecovery>;

export const USUAL_RECOVERY: RecoverySettings = {
  isOn: false,
  steps: [
    {
      isOn: true,
      subject: 'Seu Pix de {valor} vale até {validade}',
      body: 'Oi, {nome}!\n\nO Pix de {produto} ainda está esperando por você e vale até {validade}. É só copiar o código abaixo no aplicativo do seu banco.',
    },
    {
      isOn: true,
      subject: 'Ainda quer o {produto}?',
      body: 'Oi, {nome}!\n\nSeu pedido de {produto} ficou sem pagamento e o Pix venceu. Se ainda quiser, um clique gera outro, de {valor}. O link vale até {validade}.',
    },
    {
      isOn: false,
      subject: 'Um empurrãozinho: {valor} até {validade}',
      body: 'Oi, {nome}!\n\nGuardamos um cupom para você levar {produto} por {valor}. Vale até {validade}, e já vai aplicado no link.',
    },
  ],
  couponId: null,
  asksWhatsapp: false,
};

export const STEP_NAMES: Record<ReminderStep, { name: string; when: string }> = {
  1: { name: 'Enquanto o Pix vale', when: '20 minutos depois do pedido' },
  2: { name: 'No dia seguinte', when: 'às 10:00' },
  3: { name: 'No terceiro dia', when: 'às 10:00, com um cupom' },
};

/** The trail names them so; a field of a step ends with its number. */
export const RECOVERY_FIELD_LABELS: Readonly<Record<string, string>> = {
  isOn: 'ligada',
  couponId: 'cupom do terceiro lembrete',
  asksWhatsapp: 'pedir WhatsApp no checkout',
  ...Object.fromEntries(
    REMINDER_STEPS.flatMap((step) => [
      [`isOn${step}`, `lembrete ${step} ligado`],
      [`subject${step}`, `assunto do lembrete ${step}`],
      [`body${step}`, `texto do lembrete ${step}`],
    ]),
  ),
};

/** The braces that no variable stands for. */
export function unknownVariables(typed: string): string[] {
  return [...typed.matchAll(BRACES)].flatMap(([whole, name = '']) => (isVariable(name) ? [] : [whole]));
}

/** A name that is not known takes the comma before it along: `Oi, {nome}!` becomes `Oi!`. */
export function fillWords(typed: string, values: Record<ReminderVariable, string>): string {
  const named = values.nome === '' ? typed.replace(/,?[ ]*\{nome\}/g, '') : typed;
  return named.replace(BRACES, (whole, name: string) => (isVariable(name) ? values[name] : whole));
}

const BRACES = /\{([^{}]*)\}/g;

function isVariable(name: string): name is ReminderVariable {
  return Object.hasOwn(REMINDER_VARIABLES, name);
}

function tellUnknown(issue: { input?: unknown }): string {
  const [first = ''] = unknownVariables(String(issue.input));
  const known = Object.keys(REMINDER_VARIABLES).map((name) => `{${name}}`);
  return `${first} não existe. Use ${new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(known)}.`;
}
