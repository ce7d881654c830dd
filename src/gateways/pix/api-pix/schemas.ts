import * as z from 'zod/mini';
import { readDocument } from '../payer-document.ts';

/** Optional fields accept null or absence, since banks write both. Lists stay unparsed and are read row by row. */
const amount = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/));

export const Refund = z.object({
  id: z.string(),
  valor: amount,
  natureza: z.nullish(z.string()),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
  motivo: z.nullish(z.string()),
});
export type Refund = z.infer<typeof Refund>;

export const ReceivedPix = z.object({
  endToEndId: z.string(),
  txid: z.nullish(z.string()),
  valor: amount,
  horario: z.nullish(z.string()),
  infoPagador: z.nullish(z.string()),
  devolucoes: z.nullish(z.array(Refund)),
  pagador: z.optional(z.unknown()),
  gnExtras: z.optional(z.unknown()),
});
export type ReceivedPix = z.infer<typeof ReceivedPix>;

const Payer = z.object({ cpf: z.nullish(z.string()), cnpj: z.nullish(z.string()) });
const Extras = z.object({ pagador: Payer });

/** The Banco Central took the payer out of its document; some banks go on naming it, in one of these places. */
export function readPayer({ pagador, gnExtras }: ReceivedPix): string | undefined {
  const payer = z.safeParse(Payer, pagador).data ?? z.safeParse(Extras, gnExtras).data?.pagador;
  return readDocument(payer?.cpf ?? payer?.cnpj);
}

export const Cob = z.object({
  txid: z.string(),
  status: z.string(),
  chave: z.nullish(z.string()),
  calendario: z.object({ criacao: z.string(), expiracao: z.nullish(z.coerce.number()) }),
  valor: z.object({ original: amount }),
  location: z.nullish(z.string()),
  loc: z.nullish(z.object({ location: z.nullish(z.string()) })),
  pixCopiaECola: z.nullish(z.string()),
  pix: z.nullish(z.array(z.unknown())),
});
export type Cob = z.infer<typeof Cob>;

export const PixList = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number() }) }),
  pix: z.nullish(z.array(z.unknown())),
});

export const RegisteredWebhook = z.object({ webhookUrl: z.string() });

export function readRows(rows: readonly unknown[] | null | undefined): { read: ReceivedPix[]; unread: unknown[] } {
  const read: ReceivedPix[] = [];
  const unread: unknown[] = [];
  for (const row of rows ?? []) {
    const payment = z.safeParse(ReceivedPix, row);
    if (payment.success) read.push(payment.data);
    else unread.push(row);
  }
  return { read, unread };
}

const Problem = z.object({
  type: z.nullish(z.string()),
  title: z.nullish(z.string()),
  nome: z.nullish(z.string()),
  codigo: z.nullish(z.union([z.string(), z.number()])),
  error: z.nullish(z.string()),
});

/** Returns the code alone: the bank's sentence may repeat personal data and would reach the log. */
export function refusalCode(status: number, body: unknown): string {
  const read = z.safeParse(Problem, body);
  const problem = read.success ? read.data : {};
  const name = problem.type?.split('/').at(-1) ?? problem.nome ?? problem.codigo ?? problem.error ?? '';
  const code = String(name)
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .slice(0, 60);
  return code ? `${status} ${code}` : String(status);
}
