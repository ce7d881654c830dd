import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isFileUrl } from '#db/client.ts';
import { readSettings, type Settings } from '#src/config.ts';
import type { DrawnPasswords } from '#src/domain/access/administrators.ts';
import type { BegunInstallation } from '#src/domain/installation/begin-installation.ts';
import { listStrandedPurchases, type StrandedPurchases } from '#src/domain/payments/bank-accounts.ts';
import { storeVisits } from '#src/domain/reports/visits.ts';
import type { Shop } from '#src/domain/shop.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { INSTALLATION_PATH, LINK_HOURS, LINK_PARAMETER } from '#src/wire/installation/steps.ts';
import { exitWith } from './commands/exit-with.ts';
import { openLog } from './log.ts';
import { answerWith, listenForMetrics, openMetrics } from './metrics/open-metrics.ts';
import { makeFilesPrivately } from './private-files.ts';
import { inProject } from './project-folder.ts';
import { buildApp, sharedRenderer } from './requests/app.ts';
import { enforceTimeout } from './requests/body-limits.ts';
import { openPageCache } from './requests/page-cache.ts';
import { isForeignHost } from './requests/same-origin.ts';
import { countVisitsWith } from './requests/visit-of-request.ts';
import { openShop } from './shop/open-shop.ts';
import { startWorker } from './worker.ts';

export function serve(): Promise<void> {
  return open().catch(exitWith);
}

async function open(): Promise<void> {
  makeFilesPrivately();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const log = openLog(settings.LOG_LEVEL);
  const pageCache = openPageCache(log);
  const figures = await openMetrics(settings);
  const { shop, installation, whileLeading, database, close } = await openShop(
    settings,
    log,
    pageCache,
    (drawn) => printPasswords(settings, drawn),
    figures?.metrics,
  );
  figures?.readFrom({ shop, database, pages: pageCache.counts });
  warnOfLocalMail(settings, log);
  warnOfStrandedPurchases(settings, log, await listStrandedPurchases(shop));
  const { handler } = await import('../../dist/server/entry.mjs');
  const clientDir = inProject('dist/client');
  let isStopping = false;
  const answerMetrics = figures && settings.metrics && answerWith(figures, settings.metrics, log);
  const app = buildApp({
    shop,
    settings,
    log,
    clientDir,
    astro: handler,
    isStopping: () => isStopping,
    answerMetrics: settings.metrics?.listen ? null : answerMetrics,
  });
  await pageCache.fill(sharedRenderer(shop, settings, handler), new URL(settings.siteUrl).host);

  const isForeign = isForeignHost(settings);
  const countVisit = countVisitsWith(shop.visits);
  const server = openServer((request, response) => {
    figures?.countRequest(request, response);
    enforceTimeout(request, response);
    if (isForeign(request) || shop.installation.isUnderWay) return app(request, response);
    countVisit(request);
    pageCache.serve(request, response, () => app(request, response));
  });
  await listen(server, settings);
  const listenAt = settings.metrics?.listen;
  const closeMetrics = listenAt && answerMetrics ? await listenForMetrics(listenAt, answerMetrics) : undefined;
  const worker = settings.WORKER === 'auto' ? startWorker(shop, whileLeading) : undefined;
  const storing = setInterval(() => void keepVisits(shop), STORE_VISITS_MS);
  if (installation) printInstallation(settings, installation);
  else printAddress(shop);

  const shutDown = async () => {
    await wait(settings.drainMs);
    await drain(server, () => shop.events.publish('closing'));
    closeMetrics?.();
    clearInterval(storing);
    await keepVisits(shop);
    // A silent mail server must not keep the worker from ending.
    shop.mail.close();
    await worker?.close();
    await close();
    process.exit(0);
  };
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    shutDown().catch(exitWith);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
}

function openServer(listener: RequestListener) {
  const server = createServer(
    {
      headersTimeout: 10_000,
      keepAliveTimeout: 5_000,
      requestTimeout: 15 * MINUTE_MS,
      connectionsCheckingInterval: 2_000,
    },
    listener,
  );
  // It closes clients that do not read, too; event streams send more often than that.
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAXIMUM_CONNECTIONS;
  return server;
}

/** A killed process loses at most so long. */
const STORE_VISITS_MS = 10 * SECOND_MS;

function keepVisits(shop: Shop): Promise<void> {
  return storeVisits(shop).catch((error: unknown) => {
    shop.log.error({ code: errorCode(error, 'unknown') }, 'visits could not be stored and wait for the next time');
  });
}

const MAXIMUM_CONNECTIONS = 4_000;
const SILENCE_MS = MINUTE_MS;
const DRAIN_MS = 7_000;
const FORCE_CLOSE_MS = 100;

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
  return settingsError(sentence);
}

async function drain(server: Server, endStreams: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  endStreams();
  // Repeats, because browsers keep a connection open after its response.
  const forceClose = setInterval(() => server.closeIdleConnections(), FORCE_CLOSE_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(forceClose);
  clearTimeout(giveUp);
}

/** The console alone gets them, once, and at once, since the store may still fail to open. */
function printPasswords({ siteUrl, ADMIN_EMAIL }: Settings, drawn: DrawnPasswords): void {
  const lines: string[] = [];
  if (drawn.administrator) {
    lines.push(`Painel: ${siteUrl}/admin`, `  e-mail ${ADMIN_EMAIL}`, `  senha  ${drawn.administrator}`);
  }
  if (drawn.gate) lines.push(`Senha das portas de produtos e chaves: ${drawn.gate}`);
  if (lines.length > 0) print([...lines, 'Anote: as senhas não serão mostradas de novo.']);
}

function warnOfLocalMail({ DATABASE_URL, SMTP_URL, MAIL_DIR }: Settings, log: Logger): void {
  if (SMTP_URL || isFileUrl(DATABASE_URL)) return;
  log.warn({}, 'mail is written to a folder of this machine');
  print([
    `Atenção: sem SMTP_URL as mensagens ficam em ${MAIL_DIR}, na máquina do processo que as escreveu,`,
    '  e só ali são apagadas quando alguém pede a exclusão dos seus dados.',
  ]);
}

function warnOfStrandedPurchases({ siteUrl }: Settings, log: Logger, stranded: StrandedPurchases[]): void {
  for (const { account, provider, name, purchases } of stranded) {
    log.warn({ account, provider, purchases }, 'purchases are open at an account that the settings name no longer');
    const which = purchases === 1 ? '1 compra está aberta' : `${purchases} compras estão abertas`;
    print([
      `Atenção: ${which} em ${name ?? provider}, que as configurações não informam mais.`,
      '  Guarde as linhas daquela conta num arquivo e informe-o em FORMER_BANKS, ou resolva cada compra em',
      `  ${siteUrl}/admin/sales`,
    ]);
  }
}

function printAddress({ settings: { storeName, siteUrl, isSandbox } }: Shop): void {
  print([`${storeName} está aberta em ${siteUrl}`]);
  if (isSandbox) print(['Banco de testes: nenhum pagamento é real.']);
}

function printInstallation({ siteUrl }: Settings, { token }: BegunInstallation): void {
  const link = [
    `Abra este link no navegador, em até ${LINK_HOURS} horas, para criar a sua conta e abrir a loja:`,
    `  ${siteUrl}${INSTALLATION_PATH}?${LINK_PARAMETER}=${token}`,
    'Ele vale até a conta ser criada. Não o mostre a ninguém; um novo início da loja mostra outro.',
  ];
  const signIn = [`Entre em ${siteUrl}/login para continuar de onde parou.`];
  print([`A loja está sendo preparada em ${siteUrl}`, ...(token === null ? signIn : link)]);
}

function print(lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
