import * as z from 'zod/mini';
import { type BankResponse, UNREADABLE } from '../bank-calls.ts';

/** The code alone: the bank's sentences may repeat personal data. */
export function codeOf(response: BankResponse): string {
  if (response.outcome === 'silent') return response.reason;
  if (response.outcome === 'done') return UNREADABLE;
  const read = z.safeParse(ErrorResponse, response.body);
  const named = read.success ? (read.data.errors?.[0]?.code ?? read.data.error ?? read.data.code) : undefined;
  return named && /^[A-Za-z0-9_.-]{1,60}$/.test(named) ? named : `http_${response.status}`;
}

export function reasonOf(response: BankResponse): string {
  const code = codeOf(response);
  const words = WORDS[code] ?? (response.outcome === 'refused' ? WORDS[`http_${response.status}`] : undefined);
  return words ? `${code}: ${words}` : code;
}

const ErrorResponse = z.object({
  errors: z.nullish(z.array(z.object({ code: z.nullish(z.string()) }))),
  error: z.nullish(z.string()),
  code: z.nullish(z.string()),
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
