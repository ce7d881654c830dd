import { existsSync } from 'node:fs';
import { readSettings, type Settings } from '#src/config.ts';
import { followRealShop } from './real-shop.ts';

/** What every process of the store goes by: the environment, `.env`, and which shop the owner has chosen on the screen. */
export function readOwnSettings(environment = readEnvironment()): Settings {
  return followRealShop(readSettings(environment));
}

export function readEnvironment(instead: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return { ...process.env, ...instead };
}
