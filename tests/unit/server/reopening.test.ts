import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { isRefusal } from '#src/domain/refusals.ts';
import type { Reopening } from '#src/domain/upkeep/reopening.ts';
import { holdService } from '#src/server/opening/reopening.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';

const FULL = Object.assign(new Error('no space'), { code: 'ENOSPC' });

let steps: string[];
/** What keeps the next openings from succeeding, by the settings that are tried. */
let troubles: Error[];
let reopening: Reopening;
let gaveUp: unknown;

beforeEach(() => {
  steps = [];
  troubles = [];
  gaveUp = null;
});

async function hold(longestMs = 1_000) {
  const holder = await holdService({
    log: pino({ level: 'silent' }),
    pauseMs: 0,
    longestMs,
    giveUp: (error) => {
      gaveUp = error;
    },
    async open(settings, given) {
      reopening = given;
      steps.push(`open ${settings}`);
      const trouble = troubles.shift();
      if (trouble) throw trouble;
      return {
        answer: (_request, response) => void response.end('open'),
        answerClosed: async () => (_request, response) => void response.end('closed'),
        endStreams: () => undefined,
        close: async () => void steps.push('close'),
      };
    },
  });
  steps = [];
  return holder;
}

const change = () => ({
  undo: async () => void steps.push('undo'),
  keep: async () => void steps.push('keep'),
});
const changed = async () => {
  steps.push('change');
  return change();
};

describe('a reopening', () => {
  test('changes what it is asked to while all is closed', async () => {
    const holder = await hold();
    reopening.ask(changed);
    expect(steps).toEqual([]);
    await holder.settle();
    expect(steps).toEqual(['close', 'change', 'open new', 'keep']);
    expect(reopening.failure).toBeNull();
  });

  test('opens the shop as it was where the change fails', async () => {
    const holder = await hold();
    reopening.ask(async () => {
      throw settingsError('O disco está cheio.');
    });
    await holder.settle();
    expect(steps).toEqual(['close', 'open former']);
    expect(reopening.failure).toMatchObject({ reason: 'O disco está cheio.' });
  });

  test('undoes a change with which the shop cannot be opened', async () => {
    const holder = await hold();
    troubles = [FULL, FULL];
    reopening.ask(changed);
    await holder.settle();
    expect(steps).toEqual(['close', 'change', 'open new', 'undo', 'open former', 'open former']);
    expect(reopening.failure).toMatchObject({ reason: 'A loja não conseguiu fazer a mudança (ENOSPC).' });
    expect(gaveUp).toBeNull();
  });

  test('forgets a former failure, and gives up a shop that opens no more', async () => {
    const holder = await hold(-1);
    reopening.ask(async () => {
      throw FULL;
    });
    await expect.poll(() => steps).toEqual(['close', 'open former']);
    await expect.poll(() => reopening.failure).not.toBeNull();
    holder.reopen();
    await expect.poll(() => steps).toEqual(['close', 'open former', 'close', 'open new']);
    expect(reopening.failure).toBeNull();
    troubles = [FULL, FULL];
    await expect.poll(() => tryToAsk()).toBeNull();
    await holder.settle();
    expect(gaveUp).toBe(FULL);
  });

  test('is refused while another one is under way, and after the end has begun', async () => {
    const holder = await hold();
    reopening.ask();
    expect(tryToAsk()).toBe('reopening');
    holder.reopen();
    await holder.settle();
    expect(steps).toEqual(['close', 'open new']);
    expect(tryToAsk()).toBe('reopening');
  });
});

function tryToAsk(): string | null {
  try {
    reopening.ask();
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.code;
  }
}
