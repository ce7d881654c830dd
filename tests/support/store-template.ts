import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDINARY, startStore } from './store.ts';

/**
 * Stores as they are right after their first start, with the demo shop and without it: a test's own store begins as a copy
 * instead of migrating and seeding anew. The first start itself has tests of its own.
 */
export async function makeTemplates(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'store-templates-'));
  await Promise.all(['true', 'false'].map((demoData) => makeTemplate(demoData, join(folder, demoData))));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Lays the template for these settings into a store's folder, where the run has templates and one of them fits. */
export async function layTemplate(settings: Record<string, string>, folder: string): Promise<void> {
  const templates = process.env[TEMPLATES];
  if (!templates || !isOrdinary(settings, folder)) return;
  await cp(join(templates, settings['DEMO_DATA'] ?? ''), folder, { recursive: true });
}

/** Names the folder of the templates to the tests of a run. */
export const TEMPLATES = 'STORE_TEMPLATES';

async function makeTemplate(demoData: string, target: string): Promise<void> {
  const store = await startStore({ DEMO_DATA: demoData, LOG_LEVEL: 'warn' });
  await store.end();
  await cp(store.folder, target, { recursive: true });
  await store.stop();
  const names = await readdir(target);
  if (!names.includes('store.sqlite')) throw new Error('The template of a store has no database.');
}

/** What the first start writes down of its settings: a template was made with these and no others. */
function isOrdinary(settings: Record<string, string>, folder: string): boolean {
  const { DEMO_DATA, ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_GATE_PASSWORD, DATABASE_URL, UPLOADS_DIR } = settings;
  return (
    ['true', 'false'].includes(DEMO_DATA ?? '') &&
    ADMIN_EMAIL === ORDINARY.ADMIN_EMAIL &&
    ADMIN_PASSWORD === ORDINARY.ADMIN_PASSWORD &&
    ADMIN_GATE_PASSWORD === ORDINARY.ADMIN_GATE_PASSWORD &&
    DATABASE_URL === `file:${join(folder, 'store.sqlite')}` &&
    UPLOADS_DIR === join(folder, 'uploads')
  );
}
