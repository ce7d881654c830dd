import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/tables.ts';
import { openBooks } from './books.ts';
import { renewConnections } from './connections.ts';
import { type Mail, readMailbox, waitForMail } from './mailbox.ts';
import { type StoreProcess, startProcess } from './process.ts';
import { layTemplate } from './store-template.ts';

/** A whole store of its own: real process, real database file, real folders, on a free port. */
export type Store = {
  url: string;
  /** Holds the database, `uploads` and `mail`; removed by `stop`. */
  folder: string;
  admin: { email: string; password: string };
  gatePassword: string;
  /** All that the processes of this store have printed, the last 200,000 characters of it. */
  output(): string;
  /** Asks the process to end, and throws unless it ends by itself with exit code 0. */
  stop(): Promise<void>;
  /** Asks the process to end, as `stop` does. The folder stays; `restart` brings the store back. */
  end(): Promise<void>;
  /** Ends the process as a power cut would. The folder stays; `restart` brings the store back. */
  kill(): Promise<void>;
  /** Ends the process if it still runs, and starts the next one on the same folder and port. */
  restart(changes?: Record<string, string>): Promise<void>;
  /** The store's own database file, for the given-part of a test. Closed with the store. */
  database(): Database;
  /** The messages in the mail folder, oldest first. */
  mailbox(): Promise<Mail[]>;
  /** Waits until so many messages have arrived in the mail folder. */
  waitForMail(count: number): Promise<Mail[]>;
};

/** Starts a store. `environment` adds to the settings below or replaces them; `{port}` in it stands for the store's port. */
export async function startStore(environment: Record<string, string> = {}): Promise<Store> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startAt(String(await freePort()), environment);
    } catch (error) {
      // Somebody else took the port before the store could listen.
      if (tries === 5 || !String(error).includes('já está em uso')) throw error;
    }
  }
}

async function startAt(port: string, environment: Record<string, string>): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  const given = Object.entries(environment).map(([name, value]) => [name, value.replace('{port}', port)]);
  const settings: Record<string, string> = { ...defaultSettings(folder), ...Object.fromEntries(given), PORT: port };
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

  await layTemplate(settings, folder);
  running = await startProcess({ url, settings, folder, note }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });

  return {
    url,
    folder,
    admin: { email: settings['ADMIN_EMAIL'] ?? '', password: settings['ADMIN_PASSWORD'] ?? '' },
    gatePassword: settings['ADMIN_GATE_PASSWORD'] ?? '',
    output: () => output,
    async stop() {
      await closeBooks();
      try {
        await end('stop');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    end: () => end('stop'),
    kill: () => end('kill'),
    async restart(changes = {}) {
      await end('stop');
      renewConnections();
      running = await startProcess({ url, settings: { ...settings, ...changes }, folder, note });
    },
    database() {
      books ??= openBooks(join(folder, 'store.sqlite'));
      return books;
    },
    mailbox: () => readMailbox(mailFolder),
    waitForMail: (count) => waitForMail(mailFolder, count),
  };
}

/**
 * A port that nobody listens on at the moment. It is none of those that the system gives to whoever asks for any: a store
 * that is killed and started again finds it free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The owner of a store that a test does not name another for. */
export const ORDINARY = {
  ADMIN_EMAIL: 'dona@loja.test',
  ADMIN_PASSWORD: 'senha-da-dona-42',
  ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
};

function defaultSettings(folder: string): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    ...ORDINARY,
    PAYMENT_PROVIDER: 'sandbox',
    LOG_LEVEL: 'info',
  };
}
