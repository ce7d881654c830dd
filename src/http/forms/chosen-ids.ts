import * as z from 'zod/mini';
import { ChosenRows } from '#src/wire/lists/chosen-rows.ts';
import { invalidFields } from './body.ts';

/** Reads the address, `?ids=a,b`. */
export function chosenIds({ searchParams }: URL): string[] {
  const typed = searchParams.get('ids') ?? '';
  const parsed = z.safeParse(ChosenRows, { ids: typed === '' ? [] : typed.split(',') });
  if (parsed.success) return parsed.data.ids;
  throw invalidFields(parsed.error.issues);
}
