import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Settings } from '#src/config.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { lockSetUp } from '../build/setup-lock.mjs';
import { hasServed, readSwitch, writeSwitch } from '../build/switch.mjs';
import { isReady } from './readiness.ts';
import { endServing } from './running-store.ts';
import type { SwitchPlan } from './switch-plan.ts';

type Watching = { root: string; settings: Settings; withinMs: number; steadyMs: number; say(sentence: string): void };

const LOOK_EVERY_MS = 250;
const BACK_WITHIN_MS = 2 * MINUTE_MS;

/** Waits until the new release serves, and otherwise lets the former one start again. */
export async function watchNewRelease(
  { root, settings, withinMs, steadyMs, say }: Watching,
  plan: SwitchPlan,
): Promise<string> {
  const { from, to } = plan;
  const url = ownAddress(settings);
  for (const until = Date.now() + withinMs; Date.now() < until; await wait(LOOK_EVERY_MS)) {
    const now: SwitchPlan | null = readSwitch(root);
    if (now?.phase === 'returned' || now?.phase === 'returning') break;
    if (now?.phase !== 'gone' || !hasServed(root, now) || !(await isReady(url))) continue;
    await wait(steadyMs);
    if (!(await isReady(url))) continue;
    await rm(join(root, '.update'), { recursive: true, force: true });
    return `A loja está na versão ${to}.`;
  }
  const isBack = await comesBack(root, url);
  if (!isBack) {
    throw settingsError(
      `A versão ${to} não ficou pronta, e a ${from} foi posta de volta, mas ainda não responde em ${url}/readyz: veja journalctl -u corte-final.`,
    );
  }
  say(`A versão ${from} responde de novo.`);
  throw settingsError(
    `A versão ${to} não ficou pronta em ${Math.round(withinMs / 1000)} s, e a loja voltou à ${from}. Nenhuma venda se perdeu. O que a nova disse está em journalctl -u corte-final.`,
  );
}

/** A start that was under way may still bring the new release, which is ended then. */
async function comesBack(root: string, url: string): Promise<boolean> {
  for (const until = Date.now() + BACK_WITHIN_MS; Date.now() < until; await wait(LOOK_EVERY_MS)) {
    const phase = await demandReturn(root);
    if (phase === 'returning') await endServing(root);
    else if (phase !== 'going' && (await isReady(url))) return true;
  }
  return false;
}

/** Returns where the switch is then; null where the former release was never taken away. */
async function demandReturn(root: string): Promise<SwitchPlan['phase'] | null> {
  const unlock = await lockSetUp(root, () => undefined);
  try {
    const plan: SwitchPlan | null = readSwitch(root);
    if (plan?.phase === 'prepared') await rm(join(root, '.update/switch.json'));
    if (plan?.phase === 'gone') writeSwitch(root, { ...plan, phase: 'returning' });
    return plan && plan.phase !== 'prepared' ? (plan.phase === 'gone' ? 'returning' : plan.phase) : null;
  } finally {
    unlock();
  }
}

function ownAddress({ HOST, PORT }: Settings): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
