import { useEffect, useRef, useState } from 'react';
import { recheckSession } from '#src/client/session.ts';
import type { SaleUpdate } from '#src/wire/reports/dashboard.ts';
import { refreshAttention } from './frame/use-attention.ts';

export type Connection = 'connecting' | 'live' | 'interrupted';

const SETTLE_MS = 1_000;
const RETRY_MS = 15_000;

type Listener = {
  onUpdate?: (update: SaleUpdate) => void;
  /** Runs a second after an update, and after every interruption. */
  refresh: () => Promise<void>;
};

export function useSaleUpdates(listener: Listener): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(
    () =>
      listen(setConnection, {
        onUpdate: (update) => latest.current.onUpdate?.(update),
        refresh: async () => {
          await Promise.all([latest.current.refresh(), refreshAttention()]);
        },
      }),
    [],
  );
  return connection;
}

function listen(report: (connection: Connection) => void, { onUpdate, refresh }: Required<Listener>): () => void {
  let source = new EventSource(ADDRESS);
  let settling: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wasInterrupted = false;

  // A stream does not notice for minutes that the network is gone.
  const interrupt = () => {
    wasInterrupted = true;
    report('interrupted');
  };
  const reconnectNow = () => {
    source.close();
    clearTimeout(retry);
    reconnect();
  };
  addEventListener('offline', interrupt);
  addEventListener('online', reconnectNow);
  connect();
  return () => {
    removeEventListener('offline', interrupt);
    removeEventListener('online', reconnectNow);
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
      const update: SaleUpdate = JSON.parse(event.data);
      onUpdate(update);
      // Several sales at once cause one refetch.
      settling ??= setTimeout(() => {
        settling = undefined;
        void refresh();
      }, SETTLE_MS);
    });
    source.addEventListener('error', () => {
      interrupt();
      // The browser reconnects unless the server refused, perhaps because the session has ended.
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
