import { useEffect, useState } from 'react';
import { recheckSession } from '#src/client/session.ts';
import type { SaleNews } from '#src/wire/dashboard.ts';
import { refreshDashboard, showNews } from './use-dashboard.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

const SETTLE_MS = 1_000;
const RETRY_MS = 15_000;

/** Keeps the dashboard up with the sales while the page is open. */
export function useSaleNews(): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => listen(setConnection), []);
  return connection;
}

function listen(report: (connection: Connection) => void): () => void {
  let source = new EventSource(ADDRESS);
  let refresh: ReturnType<typeof setTimeout> | undefined;
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
    clearTimeout(refresh);
    clearTimeout(retry);
  };

  function connect(): void {
    source.addEventListener('open', () => {
      report('live');
      if (wasInterrupted) void refreshDashboard();
      wasInterrupted = false;
    });
    source.addEventListener('sale', (event: MessageEvent<string>) => {
      const news: SaleNews = JSON.parse(event.data);
      showNews(news);
      // Ten sales at once ask for the totals once.
      refresh ??= setTimeout(() => {
        refresh = undefined;
        void refreshDashboard();
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
