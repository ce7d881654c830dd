import * as z from 'zod/mini';
import { isRefusal, type Refusal } from '#src/domain/refusals.ts';
import type { Log } from '#src/domain/shop.ts';
import { STATUS_OF, traceOf } from '../errors.ts';

/** A repeated or uploaded field counts as empty. */
export type PostedForm = (name: string) => string;

export async function readForm(request: Request): Promise<PostedForm | null> {
  return (await readFormWithFiles(request))?.field ?? null;
}

/** An empty file input counts as none. */
export type PostedFiles = { field: PostedForm; file(name: string): File | null };

export async function readFormWithFiles(request: Request): Promise<PostedFiles | null> {
  const form = await request.formData().catch(() => null);
  if (!form) return null;
  return {
    field(name) {
      const values = form.getAll(name);
      return values.length === 1 && typeof values[0] === 'string' ? values[0] : '';
    },
    file(name) {
      const value = form.get(name);
      return value instanceof File && value.size > 0 ? value : null;
    },
  };
}

export type Checked<Value> = { ok: true; value: Value } | { ok: false; fields: Record<string, string> };

export function checkForm<Schema extends z.ZodMiniType>(schema: Schema, values: unknown): Checked<z.output<Schema>> {
  const result = z.safeParse(schema, values);
  if (result.success) return { ok: true, value: result.data };
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[String(issue.path[0])] ??= issue.message;
  return { ok: false, fields };
}

/** Where nobody knows what went wrong. */
export const UNEXPECTED = 'Algo não saiu como esperado. Tente novamente em instantes.';

export type Attempt<Value> =
  | { ok: true; value: Value }
  | ({ ok: false; status: number; code: string; message: string } & Pick<Refusal, 'fields' | 'proof'>);

export async function attempt<Value>(log: Log, promise: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    if (isRefusal(error)) {
      const { code, message, fields = {}, proof } = error;
      return { ok: false, status: STATUS_OF[error.kind], code, message, fields, ...(proof && { proof }) };
    }
    log.error(traceOf(error), 'a page could not be rendered');
    return {
      ok: false,
      status: 503,
      code: 'unavailable',
      message: UNEXPECTED,
    };
  }
}
