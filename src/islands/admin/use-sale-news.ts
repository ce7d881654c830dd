import { useEffect, useRef, useState } from 'react';
import { recheckSession } from '#src/client/session.ts';
import type { SaleNews } from '#src/wire/dashboard.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

const SETTLE_MS = 1_000;
const RETRY_MS = 15_000;

type Hearer = {
  /** Shows what the news say by themselves. */
  hear?: (news: SaleNews) => void;
  /** Reads again what the news are about: a moment after the last of them, and after a silence. */
  refresh: () => Promise<void>;
};

/** Keeps a screen up with the sales while it is open. */
export function useSaleNews(hearer: Hearer): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  const latest = useRef(hearer);
  latest.current = hearer;
  useEffect(
    () =>
      listen(setConnection, {
        hear: (news) => latest.current.hear?.(news),
        refresh: () => latest.current.refresh(),
      }),
    [],
  );
  return connection;
}

function listen(report: (connection: Connection) => void, { hear, refresh }: Required<Hearer>): () => void {
  let source = new EventSource(ADDRESS);
  let settling: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wasInterrupted = false;

  // A stream says nothing when the network goes; it breaks minutes later.
  const interrupt = () => {
    wasInterrupted = true;
    report('interrupted');
  };
  const comeBack = () => {
    source.close();
    clearTimeout(retry);
    reconnect();
  };
  addEventListener('offline', interrupt);
  addEventListener('online', comeBack);
  connect();
  return () => {
    removeEventListener('offline', interrupt);
    removeEventListener('online', comeBack);
    source.close();
    clearTimeout(settling);
    clearTimeout(retry);
  };

  function connect(): void {
    source.addEventListener('open', () => {
      report('live');
      if (wasInterrupted) void refresh();
      wasInterrupted = false;
    });
    source.addEventListener('sale', (event: MessageEvent<string>) => {
      const news: SaleNews = JSON.parse(event.data);
      hear(news);
      // Ten sales at once ask once.
      settling ??= setTimeout(() => {
        settling = undefined;
        void refresh();
      }, SETTLE_MS);
    });
    source.addEventListener('error', () => {
      interrupt();
      // The browser tries again by itself, unless the server refused: then the session may have ended.
      if (source.readyState !== EventSource.CLOSED) return;
      void recheckSession();
      retry = setTimeout(reconnect, RETRY_MS);
    });
  }

  function reconnect(): void {
    source = new EventSource(ADDRESS);
    connect();
  }
}

const ADDRESS = '/api/admin/events';
