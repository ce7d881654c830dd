import * as z from 'zod/mini';

/** What is read of the API's answers; whatever else they carry is left alone. */
const amount = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/));

export const Refund = z.object({
  id: z.string(),
  valor: amount,
  natureza: z.optional(z.string()),
  status: z.string(),
  motivo: z.optional(z.string()),
});
export type Refund = z.infer<typeof Refund>;

export const ReceivedPix = z.object({
  endToEndId: z.string(),
  txid: z.optional(z.string()),
  valor: amount,
  chave: z.optional(z.string()),
  devolucoes: z.optional(z.array(Refund)),
});
export type ReceivedPix = z.infer<typeof ReceivedPix>;

export const Cob = z.object({
  txid: z.string(),
  status: z.string(),
  chave: z.string(),
  calendario: z.object({ criacao: z.string(), expiracao: z.optional(z.coerce.number()) }),
  valor: z.object({ original: amount }),
  location: z.optional(z.string()),
  loc: z.optional(z.object({ location: z.optional(z.string()) })),
  pixCopiaECola: z.optional(z.string()),
  pix: z.optional(z.array(ReceivedPix)),
});
export type Cob = z.infer<typeof Cob>;

export const PixList = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number() }) }),
  pix: z.optional(z.array(ReceivedPix)),
});

export const RegisteredWebhook = z.object({ webhookUrl: z.string() });

/** RFC 7807, or what banks write in its place. */
const Problem = z.object({
  type: z.optional(z.string()),
  title: z.optional(z.string()),
  nome: z.optional(z.string()),
  codigo: z.optional(z.union([z.string(), z.number()])),
  error: z.optional(z.string()),
});

/** The code of a refusal, for the owner's log: never the bank's own sentence, which may repeat what it was sent. */
export function refusalCode(status: number, body: unknown): string {
  const read = z.safeParse(Problem, body);
  const problem = read.success ? read.data : {};
  const name = problem.type?.split('/').at(-1) ?? problem.nome ?? problem.codigo ?? problem.error ?? '';
  const code = String(name)
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .slice(0, 60);
  return code ? `${status} ${code}` : String(status);
}
