import { globSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { JsonSchema } from '#src/wire/api/api-document.ts';
import { PROJECT } from './project.ts';

export type SchemaWriter = {
  /** A reference, where the schema has a name. */
  write(schema: z.ZodMiniType, direction: 'input' | 'output'): JsonSchema;
  /** All that were referred to. */
  named: Record<string, JsonSchema>;
};

/** Schemas that `wire` exports go by the name of their export. */
export async function openSchemaWriter(): Promise<SchemaWriter> {
  for (const file of globSync('src/wire/**/*.ts', { cwd: PROJECT }).sort())
    nameSchemas(await import(join(PROJECT, file)));
  const named: Record<string, JsonSchema> = {};
  return {
    named,
    write(schema, direction) {
      const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
        io: direction,
        unrepresentable: 'any',
      });
      for (const [name, { id: _id, ...definition }] of Object.entries($defs)) {
        const known = named[name];
        named[name] = withReferences(definition);
        if (known && JSON.stringify(known) !== JSON.stringify(named[name])) throw new Error(`Two schemas are ${name}.`);
      }
      return withReferences(properties?.['schema']);
    },
  };
}

function nameSchemas(exported: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(exported)) {
    if (!/^[A-Z][a-z]/.test(name) || !isSchema(value)) continue;
    z.globalRegistry.add(value, { ...z.globalRegistry.get(value), id: name });
  }
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

function withReferences(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/'));
}
