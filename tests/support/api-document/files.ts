import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeApiDocument } from './document.ts';
import { writeReference } from './markdown.ts';
import { PROJECT } from './project.ts';

/** What `npm run api:write` makes: its files, and what they have to say. */
export async function makeApiFiles(): Promise<{ path: string; text: string }[]> {
  const document = await makeApiDocument();
  const guide = join(PROJECT, 'docs/api.md');
  const written = await readFile(guide, 'utf8');
  const introduction = written.slice(0, written.indexOf(REFERENCE));
  return [
    { path: join(PROJECT, 'src/http/openapi.json'), text: `${JSON.stringify(document, null, 2)}\n` },
    { path: guide, text: `${introduction}${REFERENCE}\n\n${writeReference(document)}` },
  ];
}

/** Behind this heading stands what is made. */
const REFERENCE = '## Todas as chamadas';
