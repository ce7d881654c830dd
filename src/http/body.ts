import * as z from 'zod/mini';
import { refusal } from '#src/domain/refusals.ts';

/** Reads a JSON body and judges it by its schema. The size was bounded before Astro saw the request. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = z.safeParse(schema, await readJson(request));
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues);
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return {};
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw refusal('wrong_type', 'wrong_type', 'Envie os dados como application/json.');
  }
  const value = parse(decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

function malformed() {
  return refusal('malformed', 'malformed_body', 'Não foi possível ler os dados enviados.');
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal('wrong_type', 'not_utf8', 'Envie os dados em UTF-8.');
  }
}

type Issue = { path: PropertyKey[]; message: string };

function invalidFields(issues: readonly Issue[]) {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.map(String).join('.') || 'body'] ??= message;
  const [first = 'Os dados enviados não são válidos.'] = Object.values(fields);
  return refusal('invalid', 'invalid', first, { fields });
}
