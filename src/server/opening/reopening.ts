import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { conflict } from '#src/domain/refusals.ts';
import type { Log } from '#src/domain/shop.ts';
import type { Change, Meanwhile, Reopening, ReopeningFailure } from '#src/domain/upkeep/reopening.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';

/** All that is opened for visitors, and closed again. */
export type Service = {
  answer: RequestListener;
  /** Made while all is open, since it shows the shop's name. */
  answerClosed(): Promise<RequestListener>;
  endStreams(): void;
  close(): Promise<void>;
};

type Parts = {
  /** Reads the settings anew, or takes those of the service before, which could be opened with them. */
  open(settings: 'new' | 'former', reopening: Reopening): Promise<Service>;
  log: Log;
  pauseMs?: number;
  longestMs?: number;
  /** The shop could not be opened again, however often it was tried. */
  giveUp(error: unknown): void;
};

export type ServiceHolder = {
  answer: RequestListener;
  /** As the operator asks, so that changed settings count; nothing happens where it is under way already. */
  reopen(): void;
  /** Waits for a reopening that is under way, and allows no other. */
  settle(): Promise<void>;
  endStreams(): void;
  close(): Promise<void>;
};

export async function holdService(parts: Parts): Promise<ServiceHolder> {
  const { open, log, giveUp } = parts;
  let failure: ReopeningFailure | null = null;
  let underWay: Promise<void> | null = null;
  let isEnding = false;
  const reopening: Reopening = {
    ask(meanwhile = async () => NO_CHANGE) {
      if (!begin(meanwhile)) throw conflict('reopening', 'A loja já está sendo fechada. Espere um minuto.');
    },
    get failure() {
      return failure;
    },
  };
  let service = await open('new', reopening);
  let answer = service.answer;

  function begin(meanwhile: Meanwhile): boolean {
    if (underWay || isEnding) return false;
    underWay = reopen(meanwhile)
      .catch(giveUp)
      .finally(() => {
        underWay = null;
      });
    return true;
  }

  async function reopen(meanwhile: Meanwhile): Promise<void> {
    log.info({}, 'the shop closes for a moment');
    answer = await service.answerClosed();
    await service.close();
    failure = null;
    try {
      service = await openChanged(await meanwhile());
    } catch (error) {
      log.error({ code: errorCode(error, 'unknown') }, 'the shop is opened again as it was');
      failure = { at: new Date().toISOString(), reason: reasonOf(error) };
      service = await openFormer();
    }
    answer = service.answer;
    log.info({}, 'the shop is open again');
  }

  async function openChanged({ undo, keep }: Change): Promise<Service> {
    const opened = await open('new', reopening).catch(async (error: unknown) => {
      await undo();
      throw error;
    });
    await keep().catch((error: unknown) => {
      log.error({ code: errorCode(error, 'unknown') }, 'what the change replaced could not be removed');
    });
    return opened;
  }

  /** What keeps it closed may pass, such as a full disk or a database server that is away. */
  async function openFormer(): Promise<Service> {
    const { pauseMs = 2 * SECOND_MS, longestMs = 2 * MINUTE_MS } = parts;
    const deadline = performance.now() + longestMs;
    for (;;) {
      try {
        return await open('former', reopening);
      } catch (error) {
        if (performance.now() + pauseMs > deadline) throw error;
        log.error({ code: errorCode(error, 'unknown') }, 'the shop could not be opened yet');
      }
      await wait(pauseMs);
    }
  }

  return {
    answer: (request, response) => answer(request, response),
    reopen: () => void begin(async () => NO_CHANGE),
    async settle() {
      isEnding = true;
      await underWay;
    },
    endStreams: () => service.endStreams(),
    close: () => service.close(),
  };
}

const NO_CHANGE: Change = { undo: async () => undefined, keep: async () => undefined };

function reasonOf(error: unknown): string {
  if (isSettingsError(error)) return error.message;
  return `A loja não conseguiu fazer a mudança (${errorCode(error, 'erro')}).`;
}
