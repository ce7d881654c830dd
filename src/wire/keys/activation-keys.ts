import * as z from 'zod/mini';
import { cleanText, identifier, keyOf } from '../basics/text.ts';
import { MachineCount } from '../licenses/machines.ts';
import { KEY_STATUS_NAMES } from './key-list.ts';

export const ActivationKey = z.object({
  id: z.string(),
  key: z.string(),
  productId: z.string(),
  product: z.object({
    name: z.string(),
  }),
  /** It is true of a revoked key too. */
  isAssigned: z.boolean(),
  status: keyOf(KEY_STATUS_NAMES),
  purchaseId: z.nullable(z.string()),
  purchase: z.exactOptional(
    z.object({
      customerName: z.string(),
      customerEmail: z.string(),
    }),
  ),
  createdAt: z.string(),
  /** It is null while the key is not sold. */
  machines: z.nullable(MachineCount),
});
export type ActivationKey = z.infer<typeof ActivationKey>;

export const KeyStock = z.object({
  productId: z.string(),
  name: z.string(),
  keysAvailable: z.number(),
  buyersWaiting: z.number(),
  isRunningLow: z.boolean(),
  /** It follows the pace of the last two weeks, and is null where nothing was sold, or keys are made. */
  daysLeft: z.nullable(z.number()),
  requiresActivation: z.boolean(),
  takesKeys: z.boolean(),
});
export type KeyStock = z.infer<typeof KeyStock>;

export const NO_PRODUCT = 'Por favor, selecione um produto para associar as chaves.';
export const NO_KEYS = 'Por favor, insira pelo menos uma chave de ativação.';
export const MAX_KEYS = 10_000;
const MAX_KEY_LENGTH = 200;

export const AddKeys = z.object({
  productId: identifier(NO_PRODUCT),
  keys: z.string(NO_KEYS).check(
    z.superRefine((text, context) => {
      const problem = problemOf(readKeyLines(text));
      if (problem) context.addIssue({ code: 'custom', message: problem, input: text });
    }),
  ),
});
export type AddKeys = z.infer<typeof AddKeys>;

export const KeysAdded = z.object({
  success: z.literal(true),
  message: z.string(),
  created: z.number(),
  /** These were repeated, or already there. */
  duplicates: z.array(z.string()),
  /** So many waiting buyers got a key. */
  delivered: z.number(),
});
export type KeysAdded = z.infer<typeof KeysAdded>;

export type KeyLines = {
  keys: string[];
  repeated: string[];
  repeatedLines: number;
  emptyLines: number;
  /** Lines count from 1. */
  tooLongLine: number | null;
  /** The line is told, not cleaned: removing a control character would make another key. */
  unreadableLine: number | null;
};

export function readKeyLines(text: string): KeyLines {
  const typed = text.split(LINE_BREAK);
  const lines = typed.map(cleanText);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const keys = new Set<string>();
  const repeated = new Set<string>();
  const filled = lines.filter((line) => line !== '');
  for (const line of filled) (keys.has(line) ? repeated : keys).add(line);
  const tooLong = lines.findIndex((line) => line.length > MAX_KEY_LENGTH);
  return {
    keys: [...keys],
    repeated: [...repeated],
    repeatedLines: filled.length - keys.size,
    emptyLines: text.trim() === '' ? 0 : lines.length - filled.length,
    tooLongLine: numberOf(tooLong),
    unreadableLine: numberOf(typed.findIndex((line) => CONTROL.test(line.trim()))),
  };
}

function numberOf(index: number): number | null {
  return index === -1 ? null : index + 1;
}

export function problemOf({ keys, repeatedLines, tooLongLine, unreadableLine }: KeyLines): string | null {
  if (unreadableLine !== null) {
    return `A linha ${unreadableLine} tem um caractere de controle, que não se vê. Confira a chave no arquivo de origem e copie a linha de novo.`;
  }
  if (keys.length === 0) return NO_KEYS;
  if (tooLongLine !== null) {
    return `A linha ${tooLongLine} tem mais de ${MAX_KEY_LENGTH} caracteres. Deixe uma chave por linha.`;
  }
  if (keys.length + repeatedLines > MAX_KEYS) {
    return `São no máximo ${MAX_KEYS.toLocaleString('pt-BR')} chaves por vez. Divida a lista e adicione em partes.`;
  }
  return null;
}

const CONTROL = /[\p{Cc}\ufffe\uffff]/u;
const LINE_BREAK = /\r\n?|[\n\u2028\u2029]/;
