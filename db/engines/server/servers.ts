import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { hangUp, readStanding, type Standing } from './standing.ts';

export type Servers = {
  /** The address of the server that takes writes, as far as is known. */
  current(): string;
  /** Asks all of them, when the current one fails; where none takes writes nothing changes. */
  find(): Promise<void>;
};

export function openServers(urls: string[], configOf: (url: string) => ClientConfig): Servers {
  let [current = ''] = urls;
  let finding: Promise<void> | undefined;

  async function findNow(): Promise<void> {
    const found: (Standing & { url: string })[] = [];
    const asking = urls.map(async (url) => {
      const standing = await askStanding({ ...configOf(url), connectionTimeoutMillis: ASK_MS });
      if (standing.isReadOnly) throw new Error('This server only reads.');
      found.push({ ...standing, url });
    });
    const isFound = await Promise.any(asking).then(
      () => true,
      () => false,
    );
    if (!isFound) return;
    // The former primary may be back, and still take writes.
    await Promise.race([Promise.allSettled(asking), wait(OTHERS_MS)]);
    const [newest] = found.toSorted((one, other) => timelineOf(other) - timelineOf(one));
    if (newest) current = newest.url;
  }

  return {
    current: () => current,
    find() {
      if (urls.length === 1) return Promise.resolve();
      finding ??= findNow().finally(() => {
        finding = undefined;
      });
      return finding;
    },
  };
}

function timelineOf({ identity }: Standing): number {
  return identity?.timeline ?? 0;
}

async function askStanding(config: ClientConfig): Promise<Standing> {
  const client = new Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await readStanding(client, ASK_MS);
  } finally {
    hangUp(client);
  }
}

const ASK_MS = 3_000;
const OTHERS_MS = 300;
