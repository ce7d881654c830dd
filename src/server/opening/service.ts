import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '#src/config.ts';
import { listStrandedPurchases } from '#src/domain/payments/bank-accounts.ts';
import { storeVisits } from '#src/domain/reports/visits.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { Reopening } from '#src/domain/upkeep/reopening.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { Figures } from '../metrics/figures.ts';
import { answerWith, listenForMetrics, type MetricsAnswer } from '../metrics/open-metrics.ts';
import type { Serving } from '../processes/serving.ts';
import { inProject } from '../project-folder.ts';
import { type AstroHandler, buildApp, sharedRenderer } from '../requests/app.ts';
import { enforceTimeout } from '../requests/body-limits.ts';
import { type OpenPageCache, openPageCache } from '../requests/page-cache.ts';
import { isForeignHost } from '../requests/same-origin.ts';
import { countVisitsWith } from '../requests/visit-of-request.ts';
import { type OpenShop, openShop } from '../shop/open-shop.ts';
import { followAddress } from '../tls/follow-address.ts';
import type { OpenListeners } from '../tls/listeners.ts';
import { startWorker, type Worker } from '../worker.ts';
import { closedShop } from './closed-shop.ts';
import {
  printAddress,
  printInstallation,
  printPasswords,
  warnOfLocalMail,
  warnOfStrandedPurchases,
} from './print-opening.ts';
import type { Service } from './reopening.ts';
import { countUnderWay } from './requests-under-way.ts';

type Parts = {
  settings: Settings;
  log: Logger;
  astro: AstroHandler;
  /** They count on through a reopening, as those of one process. */
  figures: Figures | null;
  reopening: Reopening;
  /** They listen on while the shop is closed; null where the shop has no certificates of its own. */
  listeners: OpenListeners | null;
  isReopened: boolean;
  isStopping(): boolean;
};

export type OpenService = Service & { printOpening(): void };

export async function openService(parts: Parts): Promise<OpenService> {
  const { settings, log, figures, reopening, isReopened, listeners } = parts;
  const pageCache = openPageCache(log);
  const opened = await openShop(settings, log, {
    pageCache,
    reopening,
    listeners: listeners ?? undefined,
    isReopened,
    bulkProgram: inProject('dist/server/writer-thread.mjs'),
    metrics: figures?.metrics,
    showPasswords: (drawn) => printPasswords(settings, drawn),
  });
  try {
    return await serveOpened(parts, opened, pageCache);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function serveOpened(parts: Parts, opened: OpenShop, pageCache: OpenPageCache): Promise<OpenService> {
  const { log, astro, figures, listeners, reopening } = parts;
  const { shop, settings, installation, whileLeading, serving, database, close } = opened;
  figures?.readFrom({ shop, database, pages: pageCache.counts });
  warnOfLocalMail(settings, log);
  warnOfStrandedPurchases(settings, log, await listStrandedPurchases(shop));
  const answerMetrics = figures && settings.metrics ? answerWith(figures, settings.metrics, log) : null;
  const clientDir = inProject('dist/client');
  const render = sharedRenderer(shop, settings, astro);
  const pages = { shop, settings, log, clientDir, astro, serving, isStopping: parts.isStopping };
  const app = buildApp({ ...pages, answerMetrics: settings.metrics?.listen ? null : answerMetrics });
  await pageCache.fill(render, new URL(settings.siteUrl).host);

  const underWay = countUnderWay(withPageCache(shop, settings, pageCache, app));
  const closeMetrics = await openMetricsPort(settings, answerMetrics);
  const worker = settings.WORKER === 'auto' ? startWorker(shop, whileLeading) : undefined;
  const onMove = () => reopenAt(reopening, log);
  const unfollow = listeners ? await followAddress({ shop, settings, listeners, onMove }) : () => undefined;
  const storing = setInterval(() => void keepVisits(shop), STORE_VISITS_MS);
  const endStreams = () => shop.events.publish('closing');
  const closedFor = (reason: 'reopening' | 'schema') => closedShop({ settings, clientDir, render, reason });
  const outdated = answerOutdated(serving, log, async () => {
    endStreams();
    await Promise.all([worker?.close()]);
    return closedFor('schema');
  });
  return {
    answer(request, response) {
      figures?.countRequest(request, response);
      enforceTimeout(request, response);
      // The proxy's connection would outlive this process.
      if (parts.isStopping()) response.setHeader('Connection', 'close');
      (outdated() ?? underWay.answer)(request, response);
    },
    answerClosed: () => closedFor('reopening'),
    printOpening() {
      if (installation) printInstallation(settings, installation);
      else printAddress(shop);
    },
    endStreams,
    async close() {
      endStreams();
      await underWay.drain(LONGEST_REQUEST_MS);
      closeMetrics();
      unfollow();
      clearInterval(storing);
      await keepVisits(shop);
      // A silent mail server must not keep the worker from ending.
      shop.mail.close();
      await endWorker(worker, log);
      await close();
    },
  };
}

/** Nothing that this process does is right on the schema of a later version: it stops its jobs and sends everybody away. */
function answerOutdated(
  serving: Serving,
  log: Logger,
  stop: () => Promise<RequestListener>,
): () => RequestListener | undefined {
  let answer: RequestListener | undefined;
  serving.onOutdated(() => {
    log.error({}, 'the schema is that of a later version: this process serves no more');
    answer = (_request, response) => void response.writeHead(503, { 'Retry-After': '5', Connection: 'close' }).end();
    stop().then(
      (closed) => {
        answer = closed;
      },
      (error: unknown) => log.error({ code: errorCode(error, 'unknown') }, 'the process could not stop its jobs'),
    );
  });
  return () => answer;
}

/** One that is under way reads the new address, too. */
function reopenAt(reopening: Reopening, log: Logger): void {
  try {
    reopening.ask();
  } catch (error) {
    log.info({ code: errorCode(error, 'unknown') }, 'the shop is opening anew already');
  }
}

function withPageCache(shop: Shop, settings: Settings, pageCache: OpenPageCache, app: RequestListener) {
  const isForeign = isForeignHost(settings);
  const countVisit = countVisitsWith(shop.visits);
  return (request: IncomingMessage, response: ServerResponse) => {
    if (isForeign(request) || shop.installation.isUnderWay) return app(request, response);
    countVisit(request);
    pageCache.serve(request, response, () => app(request, response));
  };
}

async function openMetricsPort({ metrics }: Settings, answer: MetricsAnswer | null): Promise<() => void> {
  if (!metrics?.listen || !answer) return () => undefined;
  return listenForMetrics(metrics.listen, answer);
}

/** A job that hangs is left behind, as at the end of a process: what it did last is not stored. */
async function endWorker(worker: Worker | undefined, log: Logger): Promise<void> {
  const ended = worker?.close().then(() => true);
  const inTime = await Promise.race([ended ?? true, wait(LONGEST_JOB_MS, false, { ref: false })]);
  if (!inTime) log.warn({}, 'a background job did not end in time');
}

/** Longer than a bank may take with an order. */
const LONGEST_REQUEST_MS = 15 * SECOND_MS;
const LONGEST_JOB_MS = 30 * SECOND_MS;
/** A killed process loses at most so long. */
const STORE_VISITS_MS = 10 * SECOND_MS;

function keepVisits(shop: Shop): Promise<void> {
  return storeVisits(shop).catch((error: unknown) => {
    shop.log.error({ code: errorCode(error, 'unknown') }, 'visits could not be stored and wait for the next time');
  });
}
