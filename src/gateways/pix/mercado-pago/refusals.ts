import * as z from 'zod/mini';
import type { Answer } from './orders-api.ts';

/** The bank's word for what went wrong: its code alone, since its sentences may repeat what they were sent. */
export function codeOf(answer: Answer): string {
  if (answer.kind === 'lost') return answer.reason;
  const read = z.safeParse(ErrorAnswer, answer.body);
  const named = read.success ? (read.data.errors?.[0]?.code ?? read.data.error ?? read.data.code) : undefined;
  return named && /^[A-Za-z0-9_.-]{1,60}$/.test(named) ? named : `http_${answer.status}`;
}

/** The same, with words for those that the owner can do something about. */
export function reasonOf(answer: Answer): string {
  const code = codeOf(answer);
  const words = WORDS[code] ?? (answer.kind === 'answered' ? WORDS[`http_${answer.status}`] : undefined);
  return words ? `${code}: ${words}` : code;
}

/** Orders answer `errors`, older calls `error`. */
const ErrorAnswer = z.object({
  errors: z.optional(z.array(z.object({ code: z.optional(z.string()) }))),
  error: z.optional(z.nullable(z.string())),
  code: z.optional(z.string()),
});

const WORDS: Record<string, string> = {
  invalid_users_involved: 'comprador e vendedor são a mesma conta do Mercado Pago',
  invalid_email_for_sandbox: 'com credenciais de teste, o e-mail do comprador deve terminar em @testuser.com',
  idempotency_key_already_used: 'o Mercado Pago já recebeu este pedido e ainda não o mostra',
  resource_locked: 'o Mercado Pago ainda está trabalhando neste pedido',
  too_many_requests: 'o Mercado Pago pediu uma pausa',
  cannot_refund_order: 'o Mercado Pago não devolve mais este pagamento; confira o prazo e o saldo da conta',
  http_401: 'o Mercado Pago não aceitou o token de acesso; confira MERCADOPAGO_ACCESS_TOKEN',
  http_403: 'a conta do Mercado Pago não tem permissão para isto; confira MERCADOPAGO_ACCESS_TOKEN',
};
