import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { UnreadableRow } from '#src/domain/payments/pix-provider.ts';

export function unreadableRow(row: unknown, names: readonly string[]): UnreadableRow {
  const fields = z.safeParse(z.record(z.string(), z.unknown()), row).data ?? {};
  const name = names.map((field) => fields[field]).find((value) => typeof value === 'string' && NAME.test(value));
  if (typeof name === 'string') return { subject: name };
  const print = createHash('sha256')
    .update(JSON.stringify(row) ?? 'undefined')
    .digest('hex');
  return { subject: `sem-nome-${print.slice(0, 12)}` };
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
