import * as z from 'zod/mini';
import { asksForPage, type ListRequest, readListRequest } from './lists.ts';
import { cleanText, identifier } from './text.ts';

export const KEY_STATUSES = ['available', 'assigned', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

export const KEY_SORTS = ['createdAt', 'key', 'product'] as const;
export type KeySort = (typeof KEY_SORTS)[number];

/** How the list of keys comes when nothing is said. */
export const KEY_LIST = { sorts: KEY_SORTS, sort: 'createdAt', order: 'desc' } as const;

/** Which keys a list shows, and how. Null is no filter. */
export type KeyListRequest = ListRequest<KeySort> & { status: KeyStatus | null; productId: string | null };

export function asksForKeyPage(params: URLSearchParams): boolean {
  return asksForPage(params) || asksForPage(params, ['status', 'productId']);
}

export function readKeyListRequest(params: URLSearchParams): KeyListRequest {
  const productId = params.get('productId') ?? '';
  return {
    ...readListRequest(params, KEY_LIST),
    status: readKeyStatus(params),
    productId: productId === '' ? null : productId.slice(0, 64),
  };
}

export function readKeyStatus(params: URLSearchParams): KeyStatus | null {
  return KEY_STATUSES.find((known) => known === params.get('status')) ?? null;
}

/** An item of `GET /api/admin/activation-keys`. */
export type ActivationKey = {
  id: string;
  key: string;
  productId: string;
  product: { name: string };
  /** Also true of a key that was taken back: it belongs to its sale for good. */
  isAssigned: boolean;
  status: KeyStatus;
  purchaseId: string | null;
  /** The buyer, as typed for the purchase. */
  purchase?: { customerName: string; customerEmail: string };
  createdAt: string;
};

/** What the owner reads about a key's state. */
export const KEY_STATUS_NAMES: Record<KeyStatus, string> = {
  available: 'Disponível',
  assigned: 'Utilizada',
  revoked: 'Revogada',
};

/** `GET /api/admin/activation-keys/stock`: one line for each product that has keys or may get some. */
export type KeyStock = {
  productId: string;
  name: string;
  keysAvailable: number;
  /** Buyers who have paid and wait for a key. */
  buyersWaiting: number;
  /** Its buyers need keys, it is on sale, and few are left. */
  isRunningLow: boolean;
  requiresActivation: boolean;
  /** Withdrawn products take keys only while buyers wait. */
  takesKeys: boolean;
};

/** So many keys or fewer are worth a warning. */
export const FEW_KEYS = 5;

export const NO_PRODUCT = 'Por favor, selecione um produto para associar as chaves.';
export const NO_KEYS = 'Por favor, insira pelo menos uma chave de ativação.';
export const MAX_KEYS = 10_000;
const MAX_KEY_LENGTH = 200;

/** `POST /api/admin/activation-keys/bulk`: the raw text, one key a line. */
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

export type KeysAdded = {
  success: true;
  /** What happened, as the owner reads it. */
  message: string;
  created: number;
  /** Keys that came twice, or that the product had already. */
  duplicates: string[];
  /** Waiting buyers who got one of the keys. */
  delivered: number;
};

/** What a text of keys holds. */
export type KeyLines = {
  /** Each key once, in the order of the text. */
  keys: string[];
  /** Those that the text repeats, each named once. */
  repeated: string[];
  /** Lines that were left out since an earlier one says the same. */
  repeatedLines: number;
  emptyLines: number;
  /** Number of the first line that is too long for a key, counted from 1. */
  tooLongLine: number | null;
};

/** Splits a text into keys: one a line, ends trimmed, empty lines dropped. */
export function readKeyLines(text: string): KeyLines {
  const lines = text.split(LINE_BREAK).map(cleanText);
  // The break after the last key does not make a line of its own.
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
    tooLongLine: tooLong === -1 ? null : tooLong + 1,
  };
}

/** Why the shop would not take these lines, as a sentence; null when it would. */
export function problemOf({ keys, repeatedLines, tooLongLine }: KeyLines): string | null {
  if (keys.length === 0) return NO_KEYS;
  if (tooLongLine !== null) {
    return `A linha ${tooLongLine} tem mais de ${MAX_KEY_LENGTH} caracteres. Deixe uma chave por linha.`;
  }
  if (keys.length + repeatedLines > MAX_KEYS) {
    return `São no máximo ${MAX_KEYS.toLocaleString('pt-BR')} chaves por vez. Divida a lista e adicione em partes.`;
  }
  return null;
}

const LINE_BREAK = /\r\n?|[\n\u2028\u2029]/;
