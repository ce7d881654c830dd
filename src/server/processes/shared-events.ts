import { CATALOG_CHANGED, type Events } from '#src/domain/events.ts';
import type { Log } from '#src/domain/shop.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { openEvents } from '../shop/events.ts';

export type SharedEvents = Events & {
  /** Publishes here what another process sent. */
  receive(message: string): void;
  /** The other processes learn such news by themselves. */
  publishHere(topic: string): void;
  /** Every subscriber reads again after a time without connection; kept pages are only in doubt. */
  publishAll(): void;
  /** Sends what was gathered. */
  close(): Promise<void>;
};

type Parts = {
  instanceId: string;
  send(message: string): Promise<void>;
  /** These topics concern this process alone. */
  isLocal(topic: string): boolean;
  log: Log;
};

/** Publishes here at once, and at the other processes a moment later; nothing may depend on its arrival there. */
export function openSharedEvents({ instanceId, send, isLocal, log }: Parts): SharedEvents {
  const local = openEvents();
  const gathered = new Set<string>();
  let sending = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isHealthy = true;

  const publishAll = () => {
    for (const topic of local.topics()) if (!isLocal(topic) && topic !== CATALOG_CHANGED) local.publish(topic);
  };

  function sendGathered(): void {
    clearTimeout(timer);
    timer = undefined;
    const messages = messagesOf(instanceId, [...gathered]);
    gathered.clear();
    for (const message of messages)
      sending = Promise.all([sending, send(message).then(noteSent, noteFailure)]).then(() => undefined);
  }

  function noteSent(): void {
    isHealthy = true;
  }

  function noteFailure(error: unknown): void {
    if (isHealthy) log.warn({ code: errorCode(error, 'unknown') }, 'events could not be sent to the other processes');
    isHealthy = false;
  }

  return {
    publish(topic) {
      local.publish(topic);
      if (isLocal(topic)) return;
      gathered.add(topic);
      timer ??= setTimeout(sendGathered, GATHERED_MS);
    },
    subscribe: local.subscribe,
    receive(message) {
      const [sender, ...topics] = readMessage(message);
      if (sender === instanceId) return;
      if (topics.includes(ALL)) publishAll();
      else for (const topic of topics) local.publish(topic);
    },
    publishHere: local.publish,
    publishAll,
    async close() {
      sendGathered();
      await sending;
    },
  };
}

const GATHERED_MS = 20;
/** PostgreSQL takes 8,000. */
const MAXIMUM_BYTES = 7_900;
const ALL = '*';

function messagesOf(instanceId: string, topics: string[]): string[] {
  if (topics.length === 0) return [];
  const message = JSON.stringify([instanceId, ...topics]);
  if (Buffer.byteLength(message) <= MAXIMUM_BYTES) return [message];
  if (topics.length === 1) return [JSON.stringify([instanceId, ALL])];
  const half = Math.ceil(topics.length / 2);
  return [...messagesOf(instanceId, topics.slice(0, half)), ...messagesOf(instanceId, topics.slice(half))];
}

/** A message that another version of the store sent and this one cannot read counts as news of everything. */
function readMessage(message: string): string[] {
  try {
    const read: unknown = JSON.parse(message);
    if (Array.isArray(read) && read.every((part) => typeof part === 'string')) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return ['', ALL];
}
