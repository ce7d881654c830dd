import * as z from 'zod/mini';

/**
 * One field of a product. The requests, the columns, the responses, the form's values, the file of the list and the words of
 * the audit trail derive from these rows.
 */
export type FieldRow = {
  /** Says how it is kept and shown: money is in centavos, a flag is 1 or 0, `json` is text, `rows` have a table of their own. */
  kind: 'text' | 'choice' | 'flag' | 'money' | 'count' | 'json' | 'rows';
  /** What the audit trail calls it. */
  label: string;
  blank: string | number | boolean | null | readonly never[];
  /** Reads what was typed or sent. */
  schema: z.ZodMiniType;
  /** How `json` and `rows` are shown. */
  shown?: z.ZodMiniType;
  choices?: Readonly<Record<string, string>>;
  /** Empty text is null in the database; this is shown in its place. */
  whenEmpty?: string | null;
  /** What the audit trail says for null. */
  none?: string;
  /** Visitors get it with each product. */
  isPublic?: true;
  /** The owner's list leaves it out. */
  isInDetailsOnly?: true;
  /** The audit trail keeps that it changed, and not what it was. */
  isNamedOnly?: true;
  /** Its column in the file of the list. */
  csv?: string;
};

export function schemasOf<Rows extends Record<string, FieldRow>>(rows: Rows) {
  const schemas = Object.entries(rows).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(schemas) as { [Name in keyof Rows]: Rows[Name]['schema'] };
}

// @__NO_SIDE_EFFECTS__
export function flag(refusal: string) {
  return z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])], refusal),
    z.transform((value) => value === true || value === 'true'),
  );
}

/** An empty input means none. */

// @__NO_SIDE_EFFECTS__
export function orNone<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.transform((typed) => (typeof typed === 'string' && typed.trim() === '' ? null : typed)),
    z.nullable(schema),
  );
}

/** What no single field can refuse. An object of these fields alone is judged while others of the form are invalid. */

// @__NO_SIDE_EFFECTS__
export function refusedBy<Fields>(problemsOf: (fields: Fields) => Record<string, string>) {
  return z.superRefine<Fields>((fields, context) => {
    for (const [field, message] of Object.entries(problemsOf(fields))) {
      context.addIssue({ code: 'custom', path: [field], message, input: fields });
    }
  });
}
