import * as z from 'zod/mini';
import { emailAddress, keyOf } from '../basics/text.ts';
import { readImage } from '../products/product-urls.ts';
import { FIELD_NAMES, IMPORT_SOURCES } from './sources.ts';

export const IMPORT_PATH = '/api/admin/imports';
export const IMPORT_LIMIT_BYTES = 50 * 1024 * 1024;
/** More of them are a column that is not the product's. */
export const MOST_PRODUCTS = 500;
/** What a table of products, and its texts, may weigh. */
export const IMPORT_CATALOG_BYTES = 5 * 1024 * 1024;

export const IMPORT_STATES = {
  checked: 'Conferido',
  importing: 'Importando',
  done: 'Importado',
  undoing: 'Desfazendo',
  undone: 'Desfeito',
} as const;

export const IMPORT_TEXTS = {
  tooLarge: 'O arquivo passa de 50 MB. Divida-o por ano e importe um de cada vez.',
  catalogTooLarge: 'A tabela de produtos passa de 5 MB.',
  catalog: 'Falta a coluna Produto na tabela de produtos.',
  notATable: 'Isto não é um CSV. Exporte as vendas como CSV e envie esse arquivo.',
  noRows: 'O arquivo não tem nenhuma linha além do cabeçalho.',
  unknown: 'Importação não encontrada.',
  running: 'Espere a importação terminar antes de mexer nela.',
  nothing: 'Nenhuma linha do arquivo pode entrar.',
  wrongState: 'A importação já não está neste passo. Recarregue a página.',
  touched:
    'Alguém já usou o que veio: entrou em Minhas compras, ativou, baixou ou teve a venda devolvida. Não dá mais para desfazer.',
  columns: 'Escolha a coluna de e-mail, produto, valor e data.',
  products: `O arquivo tem mais de ${MOST_PRODUCTS} produtos. Confira qual é a coluna Produto.`,
  destination: 'Escolha o destino de cada produto.',
  rate: 'Escreva quanto vale em reais cada moeda do arquivo.',
} as const;

const address = emailAddress('Não é um e-mail.');

export function isMailAddress(text: string): boolean {
  return address.safeParse(text).success;
}

const field = z.enum(FIELD_NAMES as [(typeof FIELD_NAMES)[number], ...typeof FIELD_NAMES]);

/** A product of the file, and what becomes of it: one of ours by its id, `new`, or `skip`. */
export const ImportProduct = z.object({
  name: z.string(),
  sales: z.number(),
  /** Its newest sale that cost something, if any did: a new product gets its price. */
  newest: z.object({ paidAt: z.string(), amountCents: z.number(), currency: z.string() }),
  hasKeys: z.boolean(),
  target: z.string(),
  /** What a table of products told. */
  description: z.nullable(z.string()),
  price: z.nullable(z.string()),
  pictures: z.array(z.string()),
  files: z.array(z.string()),
  /** The address of an uploaded cover. */
  image: z.nullable(z.string()),
});
export type ImportProduct = z.infer<typeof ImportProduct>;

const ImportProblem = z.object({
  line: z.number(),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
});

export const ImportCounts = z.object({
  people: z.number(),
  sales: z.number(),
  keys: z.number(),
  refunded: z.number(),
  /** Came in. */
  imported: z.number(),
  /** Came by an earlier import. */
  known: z.number(),
  /** Orders that nobody paid. */
  unpaid: z.number(),
  /** The first and the last day of payment; null without a sale. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

const state = keyOf(IMPORT_STATES);

export const StoreImport = z.object({
  id: z.string(),
  source: keyOf(IMPORT_SOURCES),
  sourceName: z.string(),
  fileName: z.string(),
  fileBytes: z.number(),
  encoding: z.string(),
  delimiter: z.string(),
  state,
  header: z.array(z.string()),
  columns: z.partialRecord(field, z.number()),
  counts: ImportCounts,
  products: z.array(ImportProduct),
  /** Other currencies of the file, and what one unit is in reais; null while nobody said. */
  rates: z.array(z.object({ currency: z.string(), rate: z.nullable(z.string()) })),
  problemCount: z.number(),
  problems: z.array(ImportProblem),
  /** Sales that came in, or that were taken out again. */
  progress: z.object({ done: z.number(), total: z.number() }),
  /** They were used meanwhile, so they stayed. */
  kept: z.number(),
  isAnnounced: z.boolean(),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type StoreImport = z.infer<typeof StoreImport>;

export const PastImport = z.object({
  id: z.string(),
  sourceName: z.string(),
  fileName: z.string(),
  state,
  sales: z.number(),
  createdAt: z.string(),
});
export type PastImport = z.infer<typeof PastImport>;

const rate = z
  .string('Escreva o valor em reais.')
  .check(z.regex(/^\d{1,6}(?:[.,]\d{1,4})?$/, 'Escreva o valor em reais, como 5,40.'));

export const ChangeImport = z.object({
  columns: z.partialRecord(field, z.int().check(z.gte(0), z.lte(999))),
});
export type ChangeImport = z.infer<typeof ChangeImport>;

const NO_IMAGE = 'Use uma imagem enviada aqui ou um endereço https.';

export const RunImport = z.object({
  products: z.array(
    z.object({
      name: z.string().check(z.maxLength(120)),
      target: z.string().check(z.maxLength(64)),
      image: z.optional(
        z.nullable(
          z.string().check(
            z.maxLength(500),
            z.refine((typed) => readImage(typed) !== null, NO_IMAGE),
          ),
        ),
      ),
    }),
  ),
  rates: z.optional(z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), rate)),
  announces: z.optional(z.boolean()),
});
export type RunImport = z.infer<typeof RunImport>;
