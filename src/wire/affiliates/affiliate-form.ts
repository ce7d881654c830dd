import * as z from 'zod/mini';
import { Password } from '../access/auth.ts';
import { parseCents } from '../basics/money.ts';
import { emailAddress, text } from '../basics/text.ts';
import { couponCode } from '../coupons/coupons.ts';

const RATE = 'A comissão vai de 1 a 50%, com até duas casas decimais.';

/** Read as hundredths of a percent. */
export const commissionRate = z.pipe(
  z.pipe(z.union([z.number(), z.string().check(z.maxLength(40))], RATE), z.transform(parseCents)),
  z.number(RATE).check(z.gte(100, RATE), z.lte(5_000, RATE)),
);

const fields = {
  name: text(1, 120, 'Informe o nome do afiliado, com até 120 caracteres.'),
  email: emailAddress('Por favor, insira um endereço de email válido.'),
  commissionRate,
  couponCode,
  isAffiliate: z.optional(z.literal(true, 'Para encerrar a parceria, exclua o afiliado.')),
  isActive: z.optional(z.boolean('Diga se o afiliado está ativo.')),
};

export const NewAffiliate = z.object({
  ...fields,
  password: Password,
});
export type NewAffiliate = z.infer<typeof NewAffiliate>;

export const AffiliateForm = z.object(fields);
export type AffiliateFormValues = z.input<typeof AffiliateForm>;

export const AffiliateChange = z.partial(AffiliateForm);
export type AffiliateChange = z.infer<typeof AffiliateChange>;
