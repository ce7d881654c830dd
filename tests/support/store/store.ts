import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/tables.ts';
import '../calls/connections.ts';
import { type Mail, readMailbox, waitForMail } from '../calls/mailbox.ts';
import { startHosted } from '../host/hosted-store.ts';
import { freePort } from './free-port.ts';
import { type StoreProcess, startProcess } from './process.ts';
import { layStore } from './store-template.ts';

/** A real store with its own database, folders and port. */
export type Store = {
  url: string;
  /** Holds the database, `uploads` and `mail`; removed by `stop`. */
  folder: string;
  admin: { email: string; password: string };
  gatePassword: string;
  databaseUrl: string;
  /** The last 200,000 characters. */
  output(): string;
  /** Throws unless it ends well. */
  stop(): Promise<void>;
  /** Stops as `stop` does, but keeps the folder for `restart`. */
  end(): Promise<void>;
  kill(): Promise<void>;
  /** Of its own process, while it runs. */
  pid(): number | undefined;
  /** Ends the process if it still runs; keeps folder and port. */
  restart(changes?: Record<string, string>): Promise<void>;
  database(): Database;
  mailbox(): Promise<Mail[]>;
  waitForMail(count: number): Promise<Mail[]>;
};

/** `environment` overrides the settings below; `{port}` in it is replaced. Stores of one worker share a process, and open few connections to PostgreSQL. */
export function startStore(environment: Record<string, string> = {}): Promise<Store> {
  return startAnywhere({ DATABASE_POOL: '3', ...environment }, startHosted);
}

/** Where a test kills or measures the process, signals it, or reads what the process itself does. */
export function startStoreProcess(environment: Record<string, string> = {}): Promise<Store> {
  return startAnywhere(environment, startProcess);
}

async function startAnywhere(environment: Record<string, string>, start: typeof startProcess): Promise<Store> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startAt(String(await freePort()), environment, start);
    } catch (error) {
      // Another process took the port first.
      if (tries === 5 || !String(error).includes('já está em uso')) throw error;
    }
  }
}

async function startAt(port: string, environment: Record<string, string>, start: typeof startProcess): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  const given = Object.entries(environment).map(([name, value]) => [name, value.replace('{port}', port)]);
  const settings: Record<string, string> = {
    ...defaultSettings(folder),
    ...Object.fromEntries(given),
    PORT: port,
  };
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  let books: Database | undefined;
  let running: StoreProcess | undefined;

  const note = (text: string) => {
    output = (output + text).slice(-200_000);
  };
  const end = async (how: 'stop' | 'kill') => {
    const ending = running;
    running = undefined;
    await ending?.[how]();
  };
  const closeBooks = async () => {
    const closing = books;
    books = undefined;
    await closing?.destroy();
  };
  const mailFolder = settings['MAIL_DIR'] ?? folder;

  const database = await layStore(settings, folder);
  settings['DATABASE_URL'] = database.url;
  const remove = async () => {
    await database.remove();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  running = await start({ url, settings, folder, note }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });

  return {
    url,
    folder,
    admin: { email: settings['ADMIN_EMAIL'] ?? '', password: settings['ADMIN_PASSWORD'] ?? '' },
    gatePassword: settings['ADMIN_GATE_PASSWORD'] ?? '',
    databaseUrl: database.url,
    output: () => output,
    async stop() {
      await closeBooks();
      try {
        await end('stop');
      } finally {
        await remove();
      }
    },
    end: () => end('stop'),
    kill: () => end('kill'),
    pid: () => running?.pid,
    async restart(changes = {}) {
      await end('stop');
      running = await start({ url, settings: { ...settings, ...changes }, folder, note });
    },
    database() {
      books ??= database.open();
      return books;
    },
    mailbox: () => readMailbox(mailFolder),
    waitForMail: (count) => waitForMail(mailFolder, count),
  };
}

import { SHARED_SECRET } from '../shared-secret.ts';

export const ORDINARY = {
  ADMIN_EMAIL: 'dona@loja.test',
  ADMIN_PASSWORD: 'senha-da-dona-42',
  ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
};

function defaultSettings(folder: string): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    SHARED_SECRET,
    DRAIN_SECONDS: '0',
    ...ORDINARY,
    PAYMENT_PROVIDER: 'sandbox',
    LOG_LEVEL: 'info',
  };
}
