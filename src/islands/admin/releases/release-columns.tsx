import { Day } from '#src/islands/ui/date-time.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { RELEASE_STATES, type Release, type ReleaseState } from '#src/wire/releases/releases.ts';

export const RELEASE_COLUMNS: readonly Column<Release>[] = [
  { id: 'version', header: 'Versão', card: 'title', cell: (release) => <Version release={release} /> },
  {
    id: 'channel',
    header: 'Canal',
    width: 'w-22',
    card: 'line',
    cell: ({ channel }) => (channel === 'beta' ? 'Beta' : 'Estável'),
  },
  {
    id: 'date',
    header: 'Data',
    width: 'w-28',
    card: 'line',
    cell: ({ publishedAt, createdAt }) => <Day at={publishedAt ?? createdAt} />,
  },
  { id: 'files', header: 'Arquivos', width: 'w-22', align: 'end', card: 'line', cell: ({ files }) => files.length },
  {
    id: 'downloads',
    header: 'Downloads',
    width: 'w-26',
    align: 'end',
    card: 'line',
    cell: (release) => downloadsOf(release).toLocaleString('pt-BR'),
  },
  {
    id: 'state',
    header: 'Estado',
    width: 'w-32',
    card: 'foot',
    cell: ({ state }) => <Badge tone={TONES[state]}>{RELEASE_STATES[state]}</Badge>,
  },
];

function Version({ release: { version, isCritical, files } }: { release: Release }) {
  const isDamaged = files.some((file) => file.isDamaged);
  return (
    <span className="grid py-1">
      <span className="code truncate font-semibold" title={version}>
        {version}
      </span>{' '}
      {isCritical && <span className="font-normal text-link text-mini">Importante</span>}
      {isDamaged && <span className="font-normal text-danger text-mini">Arquivo com defeito</span>}
    </span>
  );
}

function downloadsOf({ files }: Release): number {
  return files.reduce((sum, { downloads }) => sum + downloads, 0);
}

const TONES: Record<ReleaseState, BadgeTone> = { draft: 'warning', published: 'success', withdrawn: 'neutral' };
