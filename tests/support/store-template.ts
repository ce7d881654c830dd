import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORDINARY, startStore } from './store.ts';

/** Copies of a store after its first start save migrating and seeding in each test. */
export async function makeTemplates(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'store-templates-'));
  await Promise.all(['true', 'false'].map((demoData) => makeTemplate(demoData, join(folder, demoData))));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function layTemplate(settings: Record<string, string>, folder: string): Promise<void> {
  const templates = process.env[TEMPLATES];
  if (!templates || !isOrdinary(settings, folder)) return;
  await cp(join(templates, settings['DEMO_DATA'] ?? ''), folder, { recursive: true });
}

export const TEMPLATES = 'STORE_TEMPLATES';

async function makeTemplate(demoData: string, target: string): Promise<void> {
  const store = await startStore({ DEMO_DATA: demoData, LOG_LEVEL: 'warn' });
  await store.end();
  await cp(store.folder, target, { recursive: true });
  await store.stop();
  const names = await readdir(target);
  if (!names.includes('store.sqlite')) throw new Error('The template of a store has no database.');
}

/** Templates are made with these settings only. */
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
