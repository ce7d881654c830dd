import type { ReactNode } from 'react';
import type { Connection } from '../use-sale-updates.ts';

export function LiveIndicator({ connection, children }: { connection: Connection; children?: ReactNode }) {
  const { word, color } = SIGNS[connection];
  return (
    <p className="flex items-center gap-2 text-table text-muted noscript:hidden">
      <span aria-hidden="true" className={`size-2 rounded-full ${color}`} />
      <span>
        {word}
        {children}
      </span>
    </p>
  );
}

const SIGNS = {
  connecting: { word: 'Conectando', color: 'bg-outline' },
  live: { word: 'Ao vivo', color: 'bg-success' },
  interrupted: { word: 'Sem conexão ao vivo', color: 'bg-warning' },
} satisfies Record<Connection, { word: string; color: string }>;
