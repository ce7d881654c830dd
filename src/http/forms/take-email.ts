import type * as z from 'zod/mini';
import type { Shop } from '#src/domain/shop.ts';
import { attempt, checkForm, readForm } from './forms.ts';

type Asked = { email: string };
type Visit = { request: Request; locals: { shop: Shop } };
export type TakenEmail = { status: number; message?: string | undefined; typed: string; error?: string | undefined };

/** Null where nothing was posted by `EmailForm.astro`; `typed` is what was refused. */
export async function takeEmail(
  { request, locals: { shop } }: Visit,
  schema: z.ZodMiniType<Asked>,
  run: (asked: Asked) => Promise<{ message?: string }>,
): Promise<TakenEmail | null> {
  if (request.method !== 'POST') return null;
  const field = await readForm(request);
  const typed = (field?.('email') ?? '').slice(0, 1_000);
  const asked = checkForm(schema, { email: typed });
  if (!asked.ok) return { status: 422, typed, error: asked.fields['email'] };
  const done = await attempt(shop.log, run(asked.value));
  if (!done.ok) return { status: done.status, typed, error: done.message };
  return { status: 200, message: done.value.message, typed: '' };
}
