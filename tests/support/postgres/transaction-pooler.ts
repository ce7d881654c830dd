import { createConnection, createServer, type Socket } from 'node:net';
import { listenAnywhere } from '../banks/http.ts';
import { NO_TRANSACTION, READY, readMessages, TERMINATE } from './messages.ts';

export type TransactionPooler = { url: string; close(): Promise<void> };

/** Hands its connections to whoever has a transaction, as PgBouncer does in transaction mode; `refusal` is what it says to all instead. */
export async function openTransactionPooler(
  url: string,
  refusal?: { code: string; message: string },
): Promise<TransactionPooler> {
  const { hostname, port } = new URL(url);
  const idle: Session[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    if (refusal) return void client.once('data', () => client.end(errorOf(refusal)));
    const session = openSession(createConnection(Number(port), hostname), idle);
    sockets.add(session.socket);
    session.client = client;
    let isSignedIn = false;
    let own: Session | undefined = session;
    session.onSignedIn = () => {
      isSignedIn = true;
      own = undefined;
    };
    const read = readMessages((frame, type) => {
      if (type === TERMINATE) return void client.end();
      if (!own?.client || own.client !== client) own = idle.pop();
      if (!own) throw new Error('The test has more transactions at once than clients.');
      own.client = client;
      own.socket.write(frame);
    });
    client.on('data', (chunk: Buffer) => {
      if (isSignedIn) read(chunk);
      else session.socket.write(chunk);
    });
  });
  const address = new URL(await listenAnywhere(server));
  const pooled = new URL(url);
  pooled.port = address.port;
  return {
    url: pooled.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Session = { socket: Socket; client: Socket | undefined; onSignedIn: () => void };

function openSession(socket: Socket, idle: Session[]): Session {
  const session: Session = { socket, client: undefined, onSignedIn: () => undefined };
  socket.on('error', () => socket.destroy());
  const read = readMessages((frame, type) => {
    session.client?.write(frame);
    if (type !== READY || frame.at(-1) !== NO_TRANSACTION || !session.client) return;
    session.client = undefined;
    idle.push(session);
    session.onSignedIn();
  });
  socket.on('data', read);
  return session;
}

function errorOf({ code, message }: { code: string; message: string }): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
