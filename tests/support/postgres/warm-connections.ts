import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Connection } from 'pg';
import { ERROR, queryOf, READY, readMessages } from './messages.ts';

export type WarmConnections = {
  /** From now on what this process ends at the database is kept. */
  keepAt(database: string): void;
  /** So many wait for the next that signs in. */
  countAt(database: string): number;
  dropAt(database: string): void;
};

/**
 * A process of the server that has served one shop knows its tables, triggers and functions; a new one reads them all again.
 * So what this process ends at a database is kept, once it has forgotten all else, for whoever signs in there in the same way.
 */
export function keepConnectionsWarm(serverUrl: string): WarmConnections {
  const kept = new Map<string, Parked[]>();
  const port = Number(new URL(serverUrl).port);
  const { prototype } = Connection as unknown as { prototype: Wire };
  const { connect, startup, end } = prototype;
  const waiting = new WeakMap<Wire, string>();
  const signedIn = new WeakMap<Wire, SignedIn>();

  // Which connection it may have is known with the words that it signs in with, not yet with the address.
  prototype.connect = function connectLater(this: Wire, toPort, host) {
    if (toPort !== port) return connect.call(this, toPort, host);
    this._connecting = true;
    waiting.set(this, host);
    process.nextTick(() => this.emit('connect'));
  };

  prototype.startup = function signIn(this: Wire, words) {
    const host = waiting.get(this);
    if (host === undefined) return startup.call(this, words);
    waiting.delete(this);
    const key = JSON.stringify(words);
    const parked = takeFrom(kept.get(words['database'] ?? '') ?? [], key);
    const before = parked?.before ?? listenersOf(this.stream);
    signedIn.set(this, watch(this, { database: words['database'] ?? '', key, before, status: '' }));
    if (parked) adopt(this, parked);
    // It says that it is connected once more, and signs in then.
    else connect.call(this, port, host);
  };

  prototype.end = function endOrKeep(this: Wire) {
    const session = signedIn.get(this);
    const others = kept.get(session?.database ?? '');
    if (!session || !others || session.status !== IDLE || !this.stream.writable) return end.call(this);
    signedIn.delete(this);
    this._ending = true;
    forgetAll(this, session).then(
      (parked) => {
        park(parked, others);
        this.emit('end');
      },
      () => {
        this.stream.destroy();
        this.emit('end');
      },
    );
  };

  return {
    keepAt: (database) => kept.set(database, kept.get(database) ?? []),
    countAt: (database) => kept.get(database)?.filter(({ socket }) => socket.writable).length ?? 0,
    dropAt(database) {
      const dropped = kept.get(database) ?? [];
      kept.delete(database);
      for (const { socket } of dropped) socket.destroy();
    },
  };
}

/** What the types of `pg` leave out. */
type Wire = EventEmitter & {
  stream: Socket;
  _connecting: boolean;
  _ending: boolean;
  connect(port: number, host: string): void;
  startup(words: Record<string, string>): void;
  attachListeners(stream: Socket): void;
  end(): void;
};

type KeyData = { processID: number; secretKey: number };
type SignedIn = { database: string; key: string; before: Listeners; status: string; keyData?: KeyData };
type Parked = { socket: Socket; key: string; before: Listeners; keyData: KeyData | undefined };

const EVENTS = ['data', 'end', 'error', 'close'] as const;
type Listeners = Map<string, readonly unknown[]>;

function listenersOf(socket: Socket): Listeners {
  return new Map(EVENTS.map((event) => [event, socket.listeners(event)]));
}

function takeFrom(parked: Parked[], key: string): Parked | undefined {
  const at = parked.findIndex((one) => one.key === key && one.socket.writable);
  return at < 0 ? undefined : parked.splice(at, 1)[0];
}

const IDLE = 'I';

function watch(wire: Wire, session: SignedIn): SignedIn {
  wire.on('backendKeyData', (keyData: KeyData) => {
    session.keyData = keyData;
  });
  wire.on('readyForQuery', ({ status }: { status: string }) => {
    session.status = status;
  });
  return session;
}

function adopt(wire: Wire, { socket, keyData }: Parked): void {
  wire.stream = socket;
  socket.ref();
  socket.on('error', (error) => {
    if (!wire._ending) wire.emit('error', error);
  });
  socket.on('close', () => wire.emit('end'));
  wire.attachListeners(socket);
  process.nextTick(() => {
    wire.emit('backendKeyData', keyData);
    wire.emit('readyForQuery', { status: IDLE });
  });
}

function park(parked: Parked, others: Parked[]): void {
  const { socket } = parked;
  others.push(parked);
  socket.unref();
}

const FORGET = ['discard all', 'select pg_stat_force_next_flush()'];

/** Locks, settings, statements and what it listened to; what it counted is told to the others. */
function forgetAll({ stream }: Wire, { key, before, keyData }: SignedIn): Promise<Parked> {
  for (const event of EVENTS)
    for (const listener of stream.listeners(event))
      if (!before.get(event)?.includes(listener)) stream.off(event, listener as () => void);
  const { promise, resolve, reject } = Promise.withResolvers<Parked>();
  let answers = 0;
  const read = readMessages((_message, type) => {
    if (type === ERROR) reject(new Error('The connection could not forget what it knew.'));
    if (type !== READY) return;
    answers += 1;
    if (answers < FORGET.length) return;
    stream.off('data', read);
    resolve({ socket: stream, key, before, keyData });
  });
  stream.on('data', read);
  stream.on('error', reject);
  stream.on('close', () => reject(new Error('The server ended the connection.')));
  stream.write(Buffer.concat(FORGET.map(queryOf)));
  return promise;
}
