import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/tables.ts';
import { openBooks } from './books.ts';
import { type Mail, readMailbox, waitForMail } from './mailbox.ts';
import { type StoreProcess, startProcess } from './process.ts';

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

/** Starts a store. `environment` adds to the settings below or replaces them. */
export async function startStore(environment: Record<string, string> = {}): Promise<Store> {
  if (environment['PORT']) return startAt(environment['PORT'], environment);
  return startAt(String(await freePort()), environment).catch(async (error: unknown) => {
    // Somebody else took the port before the store could listen.
    if (String(error).includes('já está em uso')) return startAt(String(await freePort()), environment);
    throw error;
  });
}

async function startAt(port: string, environment: Record<string, string>): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  const settings: Record<string, string> = { ...defaultSettings(folder), ...environment, PORT: port };
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

/** A port that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

function defaultSettings(folder: string): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    ADMIN_EMAIL: 'dona@loja.test',
    ADMIN_PASSWORD: 'senha-da-dona-42',
    ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
    PAYMENT_PROVIDER: 'sandbox',
    LOG_LEVEL: 'info',
  };
}
