import * as z from 'zod/mini';
import { DAY_MS } from '../basics/durations.ts';
import { emailAddress } from '../basics/text.ts';
import { productPath } from '../products/product-urls.ts';

/** `POST /api/public/products/{id}/trial`, and the form of `/plugins/{slug}/testar`. */
export const AskForTrial = z.object({
  email: emailAddress('Informe um endereço de e-mail, como ana@exemplo.com.br.'),
});
export type AskForTrial = z.infer<typeof AskForTrial>;

export const TRIAL_LINK_HOURS = 24;

/** It is the same for every address. */
export const TRIAL_ASKED = 'Olhe o seu e-mail: em instantes chega uma mensagem sobre o teste, com o que fazer.';

export const TRIAL_TEXTS = {
  none: 'Este plugin não tem teste agora.',
  linkOver:
    'Este link não vale mais. Peça outro na página do plugin; se o teste já começou, a chave está no seu e-mail.',
} as const;

/** What its mails and its page show, and Minhas compras while it runs. */
export const ShownTrial = z.object({
  productId: z.string(),
  productName: z.string(),
  productSlug: z.string(),
  key: z.string(),
  endsAt: z.string(),
  state: z.enum(['running', 'ended', 'bought']),
  pageUrl: z.string(),
  buyUrl: z.string(),
});
export type ShownTrial = z.infer<typeof ShownTrial>;

/** What began in a period, and was bought since. */
export const TriedProduct = z.object({
  id: z.string(),
  name: z.string(),
  begun: z.number(),
  bought: z.number(),
});
export type TriedProduct = z.infer<typeof TriedProduct>;

/** `GET /api/admin/customers/{id}/trials`, the newest first. */
export const CustomerTrial = z.pick(ShownTrial, { productId: true, productName: true, endsAt: true, state: true });
export type CustomerTrial = z.infer<typeof CustomerTrial>;

export function trialFormPath(slug: string): string {
  return `${productPath(slug)}/testar`;
}

export function trialOffer(days: number): string {
  return `Testar por ${daysText(days)}`;
}

/** `termina em 3 dias`. */
export function trialLeftText(endsAt: string, now: Date): string {
  const left = Date.parse(endsAt) - now.getTime();
  return left < DAY_MS ? 'termina em menos de um dia' : `termina em ${daysText(Math.floor(left / DAY_MS))}`;
}

export function daysText(days: number): string {
  return days === 1 ? '1 dia' : `${days} dias`;
}
