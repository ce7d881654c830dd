import type { RequestListener, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { forgetFormer } from '../backup/restore-in-place.ts';
import { openLog } from '../log.ts';
import type { Figures } from '../metrics/figures.ts';
import { openMetrics } from '../metrics/open-metrics.ts';
import { type OpenListeners, openListeners } from '../tls/listeners.ts';
import { drain, openServer } from './open-server.ts';
import { holdService } from './reopening.ts';
import { openService } from './service.ts';

type Parts = {
  /** Asked anew with each opening of the shop. */
  readServed(): Settings;
  /** The settings that were read last serve now. */
  keepSettings(): void;
  /** The settings that were read last could not be opened. */
  dropSettings(): void;
  giveUp(error: unknown): void;
};

export type OpenedStore = {
  listen(): Promise<void>;
  reopen(): void;
  /** Lets what is under way end. Asked again, it is the same end. */
  stop(): Promise<void>;
};

/** The whole store but its process, which has the signals and the environment. */
export async function openStore({ readServed, keepSettings, dropSettings, giveUp }: Parts): Promise<OpenedStore> {
  let settings = readServed();
  const log = openLog(settings.LOG_LEVEL);
  const { handler } = await import('../../../dist/server/entry.mjs');
  let figures: Figures | null = null;
  let ending: Promise<void> | null = null;
  let isReopened = false;
  let printOpening = () => {};
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const listeners = openOwnListeners(settings, (request, response) => answer(request, response));
  const holder = await holdService({
    log,
    giveUp,
    async open(which, reopening) {
      if (which === 'former') dropSettings();
      const tried = which === 'new' ? readServed() : settings;
      figures ??= await openMetrics(tried);
      const parts = { settings: tried, log, astro: handler, figures, reopening, isReopened, listeners };
      const service = await openService({ ...parts, isStopping: () => ending !== null });
      settings = tried;
      keepSettings();
      log.level = tried.LOG_LEVEL;
      printOpening = service.printOpening;
      return service;
    },
  });
  answer = holder.answer;
  isReopened = true;
  await forgetFormer(settings);
  const { drainMs } = settings;
  const server = openServer(holder.answer);
  const end = async () => {
    await wait(drainMs);
    await holder.settle();
    await drain([server, ...(listeners?.servers() ?? [])], holder.endStreams);
    await holder.close();
  };
  return {
    async listen() {
      await listen(server, settings);
      printOpening();
    },
    reopen: holder.reopen,
    stop() {
      ending ??= end();
      return ending;
    },
  };
}

/** `SITE_URL` alone means that somebody else has the certificate. */
function openOwnListeners(
  { tls, DOMAIN, SITE_URL, DATABASE_URL }: Settings,
  answer: RequestListener,
): OpenListeners | null {
  if (!tls || (SITE_URL !== undefined && DOMAIN === undefined)) return null;
  return openListeners({ tls, isShared: !isFileUrl(DATABASE_URL), answer });
}

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
