import './production.ts';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { readSettings, type Settings } from '#src/config.ts';
import { buildApp, storefrontRenderer } from './app.ts';
import { hurry } from './bodies.ts';
import { openLog } from './log.ts';
import { type DrawnPasswords, openShop } from './open-shop.ts';
import { isForeignHost } from './origin.ts';
import { openPageCache } from './page-cache.ts';
import { startWorker } from './worker.ts';

/** The process: open, listen, drain, close. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const log = openLog(settings.LOG_LEVEL);
  const pageCache = openPageCache(log);
  const { shop, drawnPasswords, close } = await openShop(settings, log, pageCache);
  tellPasswords(settings, drawnPasswords);
  const { handler } = await import(new URL('../../dist/server/entry.mjs', import.meta.url).href);
  const clientDir = fileURLToPath(new URL('../../dist/client', import.meta.url));
  const app = buildApp({ shop, settings, log, clientDir, astro: handler });
  await pageCache.fill(storefrontRenderer(shop, settings, handler), new URL(settings.siteUrl).host);

  const isForeign = isForeignHost(settings);
  const server = openServer((request, response) => {
    hurry(request, response);
    if (isForeign(request)) app(request, response);
    else pageCache.serve(request, response, () => app(request, response));
  });
  await listen(server, settings);
  const worker = startWorker(shop);
  greet(settings);

  const shutDown = async () => {
    await drain(server, () => shop.events.publish('closing'));
    // A mail server that is silent must not keep the worker's last round from ending.
    shop.mail.close();
    await worker.close();
    await close();
    process.exit(0);
  };
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    shutDown().catch(fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
}

/** Slow clients give way: a header in 10 s, a whole upload in 15 min, a minute of silence, so many connections. */
function openServer(listener: RequestListener) {
  const server = createServer(
    {
      headersTimeout: 10_000,
      keepAliveTimeout: 5_000,
      requestTimeout: 15 * 60_000,
      connectionsCheckingInterval: 2_000,
    },
    listener,
  );
  // Also for who asks and then does not read; a stream of events says something more often than that.
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAXIMUM_CONNECTIONS;
  return server;
}

const MAXIMUM_CONNECTIONS = 4_000;
const SILENCE_MS = 60_000;
const DRAIN_MS = 7_000;
const LET_GO_MS = 100;

type Server = ReturnType<typeof openServer>;

function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, HOST, PORT)));
    server.listen(PORT, HOST, () => resolve());
  });
}

function cannotListen({ code }: NodeJS.ErrnoException, host: string, port: number): Error {
  const sentence =
    code === 'EADDRINUSE'
      ? `A porta ${port} já está em uso. Escolha outra com PORT.`
      : `HOST, PORT: a loja não consegue atender em ${host}, porta ${port} (${code}).`;
  return Object.assign(new Error(sentence), { kind: 'settings' });
}

/** Takes no new connection, lets what is under way finish, and ends what does not. */
async function drain(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  endStreams();
  // Again and again: a browser keeps its line after the answer that it waited for.
  const letGo = setInterval(() => server.closeIdleConnections(), LET_GO_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(letGo);
  clearTimeout(giveUp);
}

/**
 * Said on the console, and never in the log: the drawn passwords are shown this once, and at once, since the store may yet
 * fail to open.
 */
function tellPasswords({ siteUrl, ADMIN_EMAIL }: Settings, drawn: DrawnPasswords): void {
  const lines: string[] = [];
  if (drawn.administrator) {
    lines.push(`Painel: ${siteUrl}/admin`, `  e-mail ${ADMIN_EMAIL}`, `  senha  ${drawn.administrator}`);
  }
  if (drawn.gate) lines.push(`Senha das portas de produtos e chaves: ${drawn.gate}`);
  if (lines.length > 0) say([...lines, 'Anote: as senhas não serão mostradas de novo.']);
}

function greet({ STORE_NAME, siteUrl, PAYMENT_PROVIDER }: Settings): void {
  say([`${STORE_NAME} está aberta em ${siteUrl}`]);
  if (PAYMENT_PROVIDER === 'sandbox') say(['Banco de testes: nenhum pagamento é real.']);
}

function say(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What the owner can mend is told in one sentence; anything else with all that is known of it. */
function fail(error: unknown): void {
  const isSettings = error instanceof Error && 'kind' in error && error.kind === 'settings';
  process.stderr.write(`${isSettings ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
