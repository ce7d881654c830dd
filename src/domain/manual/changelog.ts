import { formatDay } from '#src/wire/basics/dates.ts';
import { parseManual } from '#src/wire/manual/parse-manual.ts';

/** The build puts the text into the bundle. */
const FILES = import.meta.glob<string>('../../../CHANGELOG.md', { query: '?raw', import: 'default', eager: true });

const ENTRY = /^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)$/gm;
const NEXT_HEADING = /^## /m;

/** What is new in each released version, the newest first; what comes with the next one is nobody's yet. */
export async function showChangelog(text = Object.values(FILES)[0] ?? ''): Promise<string> {
  const entries = [...text.matchAll(ENTRY)].map(({ 0: heading, 1: version = '', 2: day = '', index }) => {
    const rest = text.slice(index + heading.length);
    const end = rest.search(NEXT_HEADING);
    // The same heading in two versions would have one anchor.
    const body = (end < 0 ? rest : rest.slice(0, end)).replaceAll(/^### (.+)$/gm, '**$1**');
    return `## Versão ${version}, de ${formatDay(`${day}T12:00:00Z`)}\n${body}`;
  });
  return (await parseManual(`# O que há de novo\n\n${entries.join('\n')}`)).html;
}
