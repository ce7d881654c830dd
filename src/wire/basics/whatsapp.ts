import * as z from 'zod/mini';

const WHATSAPP_TEXTS = {
  label: 'WhatsApp (opcional)',
  hint: 'Só para ajudar com este pedido.',
  invalid: 'WhatsApp inválido: use DDD e número.',
} as const;

/** The server sends these to the checkout where the shop asks for the number. */
export const WHATSAPP_FIELD = {
  label: WHATSAPP_TEXTS.label,
  hint: WHATSAPP_TEXTS.hint,
  type: 'tel',
  autoComplete: 'tel-national',
  enterKeyHint: 'go',
} as const;
export type WhatsappField = typeof WHATSAPP_FIELD;

/** Makes E.164 of Brazil of what people type, with or without +55; empty is no number. */
export const whatsapp = z.pipe(
  z.string(WHATSAPP_TEXTS.invalid).check(z.maxLength(40, WHATSAPP_TEXTS.invalid)),
  z.pipe(
    z.transform((typed: string) => (typed.trim() === '' ? null : toE164(typed))),
    z.nullable(z.string().check(z.regex(/^\+55[1-9]{2}\d{8,9}$/, WHATSAPP_TEXTS.invalid))),
  ),
);

function toE164(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits.replace(/^0(?=\d{10,11}$)/, '');
  const isForeign = /^\s*\+(?!\s*55)/.test(typed);
  return isForeign || /[^\d\s()+.-]/.test(typed) ? '' : `+55${national}`;
}
