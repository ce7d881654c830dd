import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { TlsSettings } from '#src/config.ts';
import type { PortState, PublicListeners } from '#src/domain/address/public-address.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { guardServer, SERVER_OPTIONS } from '../opening/open-server.ts';
import { answerPlainly, type PlainSource } from './answer-plainly.ts';
import { type CertificateSource, openCertificateBox } from './certificate-box.ts';

/** What the open shop knows; a process that is between two openings serves what it has. */
type ListenerSource = PlainSource & CertificateSource;

export type OpenListeners = PublicListeners & {
  /** Null while the shop is closed. */
  readFrom(source: ListenerSource | null): void;
  /** Those that are open. */
  servers(): Server[];
};

type Parts = {
  tls: Pick<TlsSettings, 'host' | 'httpsPort' | 'httpPort'>;
  /** Several processes of this machine may listen at the same ports. */
  isShared: boolean;
  answer: RequestListener;
};

export function openListeners({ tls, isShared, answer }: Parts): OpenListeners {
  let source: ListenerSource | null = null;
  const box = openCertificateBox();
  const open = new Map<PortState['name'], Server>();
  const makers: Record<PortState['name'], () => Server> = {
    https: () => {
      const server = createHttpsServer({ ...SERVER_OPTIONS, handshakeTimeout: HANDSHAKE_MS, ...box.callbacks }, answer);
      box.serveAt(server);
      return guardServer(server);
    },
    http: () =>
      guardServer(
        createHttpServer(
          SERVER_OPTIONS,
          answerPlainly(() => source, box.has),
        ),
      ),
  };
  const ports = { https: tls.httpsPort, http: tls.httpPort };
  let opening: Promise<PortState[]> | null = null;

  async function openBoth(): Promise<PortState[]> {
    const states: PortState[] = [];
    for (const name of ['https', 'http'] as const) states.push(await openOne(name));
    return states;
  }

  async function openOne(name: PortState['name']): Promise<PortState> {
    const port = ports[name];
    if (open.has(name)) return { name, port, code: null };
    const server = makers[name]();
    // Other machines' ports of a proxy are not ours; only Linux shares one between processes.
    const shares = isShared && process.platform === 'linux';
    const code = await listen(server, { port, host: tls.host, ...(shares && { reusePort: true }) });
    if (code === null) open.set(name, server);
    return { name, port, code };
  }

  return {
    ports,
    open() {
      opening ??= openBoth().finally(() => {
        opening = null;
      });
      return opening;
    },
    async close() {
      await opening;
      for (const server of open.values()) {
        server.close();
        server.closeAllConnections();
      }
      open.clear();
    },
    async refresh() {
      if (source) await box.refresh(source);
    },
    readFrom(fresh) {
      source = fresh;
    },
    servers: () => [...open.values()],
  };
}

const HANDSHAKE_MS = 10_000;

type Where = { port: number; host: string | undefined; reusePort?: boolean };

/** Returns why the port could not be opened; null where it is. */
function listen(server: Server, { host, ...where }: Where): Promise<string | null> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(errorCode(error, 'erro')));
    server.listen({ ...where, ...(host !== undefined && { host }) }, () => resolve(null));
  });
}
