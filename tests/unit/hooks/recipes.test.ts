import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { HOOK_EVENT_NAMES } from '#src/wire/hooks/hook-events.ts';
import { ROOT } from '../../support/architecture/source.ts';

/** What n8n asks of a file that it imports. */
const Flow = z.object({
  name: z.string().min(1),
  nodes: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string().min(1),
        type: z.string().regex(/^n8n-nodes-base\./),
        typeVersion: z.number(),
        position: z.tuple([z.number(), z.number()]),
        parameters: z.record(z.string(), z.unknown()),
        webhookId: z.uuid().optional(),
      }),
    )
    .min(2),
  connections: z.record(
    z.string(),
    z.object({ main: z.array(z.array(z.object({ node: z.string(), type: z.literal('main'), index: z.number() }))) }),
  ),
  active: z.literal(false),
});

const folder = join(ROOT, 'public/receitas');

test.each(readdirSync(folder))('n8n imports %s, in which each node is reached and no credential lies', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const { nodes, connections } = Flow.parse(JSON.parse(text));
  const names = nodes.map(({ name }) => name);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  expect(new Set(names).size).toBe(names.length);
  const reached = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
  expect(names.filter((name) => !reached.includes(name))).toEqual(['Webhook']);
  expect([...Object.keys(connections), ...reached].filter((name) => !names.includes(name))).toEqual([]);
  expect(nodes.filter(({ type }) => type === 'n8n-nodes-base.webhook')).toHaveLength(1);
  expect(HOOK_EVENT_NAMES.some((event) => text.includes(`"${event}"`))).toBe(true);
  expect(text).not.toContain('"credentials"');
  expect(text).not.toMatch(/whsec_|Bearer |bot\d+:|api\/webhooks\/\d/);
});

test('the screen offers each file', () => {
  const screen = readFileSync(join(ROOT, 'src/islands/admin/hooks/recipe-screen.tsx'), 'utf8');
  expect(readdirSync(folder).filter((file) => !screen.includes(`'${file}'`))).toEqual([]);
});
