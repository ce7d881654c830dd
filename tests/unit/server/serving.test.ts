import { beforeEach, describe, expect, test } from 'vitest';
import { watchServing } from '#src/server/processes/serving.ts';

type State = { isReadOnly: boolean; floor: string };
const FINE: State = { isReadOnly: false, floor: '0001-the-store' };

describe('whether a process takes orders', () => {
  let nowMs: number;
  let asked: number;
  let ask: () => Promise<State>;
  const open = (awayAfterMs = 5_000) =>
    watchServing({
      ask: () => {
        asked += 1;
        return ask();
      },
      awayAfterMs,
      longestMs: 20,
      nowMs: () => nowMs,
    });

  beforeEach(() => {
    nowMs = 0;
    asked = 0;
    ask = async () => FINE;
  });

  test('is asked of the database once a second, however often a proxy asks', async () => {
    const serving = open();
    const answers = await Promise.all(Array.from({ length: 5 }, () => serving.read()));
    nowMs += 999;
    expect([...answers, await serving.read()]).toEqual(Array.from({ length: 6 }, () => null));
    expect(asked).toBe(1);
    nowMs += 1;
    await serving.read();
    expect(asked).toBe(2);
  });

  test('changes for a database that has been away for some seconds, and at once when it is back', async () => {
    const serving = open();
    await serving.read();
    ask = () => Promise.reject(new Error('refused'));
    nowMs += 4_999;
    expect(await serving.read()).toBeNull();
    nowMs += 1;
    expect(await serving.read()).toBe('database_away');
    ask = async () => FINE;
    expect(await serving.read()).toBeNull();
  });

  test('is answered in time where the database is silent', async () => {
    const serving = open(0);
    ask = () => new Promise(() => {});
    expect(await serving.read()).toBe('database_away');
    expect(asked).toBe(1);
  });

  test('names a standby, and a schema beyond its code, which stays so and is told once', async () => {
    const serving = open();
    ask = async () => ({ ...FINE, isReadOnly: true });
    expect(await serving.read()).toBe('read_only');
    let told = 0;
    serving.onOutdated(() => {
      told += 1;
    });
    nowMs += 1_000;
    ask = async () => ({ ...FINE, floor: '9999-of-a-later-version' });
    expect(await serving.read()).toBe('schema');
    nowMs += 1_000;
    ask = async () => FINE;
    expect([await serving.read(), serving.isOutdated(), told]).toEqual(['schema', true, 1]);
  });
});
