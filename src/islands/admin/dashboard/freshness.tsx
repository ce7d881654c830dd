import { formatDayTime } from '#src/wire/dates.ts';
import type { Connection } from './use-sale-news.ts';

type Props = { connection: Connection /** Milliseconds since 1970. */; updatedAt: number };

/** How old the figures are, and whether new sales appear by themselves. */
export function Freshness({ connection, updatedAt }: Props) {
  const { word, color } = SIGNS[connection];
  return (
    <p className="flex items-center gap-2 text-table text-muted noscript:hidden">
      <span aria-hidden="true" className={`size-2 rounded-full ${color}`} />
      <span>
        {word} · atualizado às <span className="tabular-nums">{formatDayTime(new Date(updatedAt)).slice(-5)}</span>
      </span>
    </p>
  );
}

const SIGNS = {
  connecting: { word: 'Conectando', color: 'bg-outline' },
  live: { word: 'Ao vivo', color: 'bg-success' },
  interrupted: { word: 'Sem conexão ao vivo', color: 'bg-warning' },
} satisfies Record<Connection, { word: string; color: string }>;
