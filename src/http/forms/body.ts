import * as z from 'zod/mini';
import { refusal } from '#src/domain/refusals.ts';
import { fieldName } from '#src/wire/basics/field-name.ts';

/** Express has already limited the size. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  takesForms = false,
): Promise<z.output<Schema>> {
  const sent = await (takesForms ? readParameters(request) : readJson(request));
  const parsed = z.safeParse(schema, sent, { error: () => UNEXPECTED });
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues);
}

export async function readText(request: Request): Promise<string> {
  return decode(await request.arrayBuffer());
}

/** Replaces zod's own messages, which are English. */
const UNEXPECTED = 'Os dados enviados não são válidos.';

async function readJson(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw refusal('wrong_type', 'wrong_type', 'Envie os dados como application/json.');
  }
  if (FOREIGN_CHARSET.test(type)) throw notUtf8();
  const value = parse(decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  return value;
}

const FOREIGN_CHARSET = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i;

/** Texts of the address, and of a form or of JSON under whatever type; what cannot be read is not there. */
async function readParameters(request: Request): Promise<Record<string, string>> {
  const { searchParams } = new URL(request.url);
  return { ...Object.fromEntries(searchParams), ...(await readForm(request).catch(() => ({}))) };
}

async function readForm(request: Request): Promise<Record<string, string>> {
  const isMultipart = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  if (isMultipart) return texts(await request.formData());
  const text = await readText(request);
  return texts(/^\s*\{/.test(text) ? Object.entries(JSON.parse(text)) : new URLSearchParams(text));
}

function texts(entries: Iterable<[string, unknown]>): Record<string, string> {
  const plain = [...entries].filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
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
    throw notUtf8();
  }
}

function notUtf8() {
  return refusal('wrong_type', 'not_utf8', 'Envie os dados em UTF-8.');
}

type Issue = { path: PropertyKey[]; message: string };

export function invalidFields(issues: readonly Issue[]) {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[fieldName(path) || 'body'] ??= message;
  const [first = UNEXPECTED] = Object.values(fields);
  return refusal('invalid', 'invalid', first, { fields });
}
