import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig } from '@playwright/test';
import { readSeen } from './shown-texts.ts';
import { SPECIFIED_TEXTS } from './specified-texts.ts';

/** Fails a full run when a text of the specification was never shown. */
export default async function checkTexts({ projects }: FullConfig): Promise<void> {
  const [project] = projects;
  if (!project) return;
  const seen = await readSeen(project.outputDir);
  const cwd = fileURLToPath(new URL('../../e2e/', import.meta.url));
  const idle: string[] = [];
  for await (const file of glob('**/*.spec.ts', { cwd })) if (!seen.files.has(basename(file))) idle.push(file);
  if (idle.length > 0) {
    console.log('The texts of the specification were not judged: this run was of a part of the walks.');
    return;
  }
  const unseen = Object.entries(SPECIFIED_TEXTS).flatMap(([chapter, texts]) =>
    texts.filter((text) => !seen.texts.has(text)).map((text) => `  ${chapter}: ${text}`),
  );
  if (unseen.length > 0)
    throw new Error(`No screen of this run showed what the specification says:\n${unseen.join('\n')}`);
  console.log(`Every text of the specification was seen on a screen, all ${seen.texts.size}.`);
}
