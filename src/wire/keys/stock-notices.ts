import * as z from 'zod/mini';
import { emailAddress } from '../basics/text.ts';

/** `POST /api/public/products/{id}/notify`, and the form of `/avise-me/{id}`. */
export const AskForNotice = z.object({
  email: emailAddress('Informe um endereço de e-mail, como ana@exemplo.com.br.'),
});
export type AskForNotice = z.infer<typeof AskForNotice>;

export const SOLD_OUT = 'Volta em breve';
export function keyPromise({ isKeyLate }: { isKeyLate: boolean }): string {
  return isKeyLate ? 'Chave por e-mail em até 24 h' : 'Chave na hora';
}

export const NOTICE_ASKED = 'Pronto. Quando voltar, um e-mail chega a este endereço, uma vez só.';

/** Whoever was not told by then is forgotten. */
export const NOTICE_DAYS = 180;

export function noticePath(productId: string): string {
  return `/avise-me/${encodeURIComponent(productId)}`;
}
