import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

export type RawResponse = { status: number; headers: Record<string, string>; bytes: Buffer; text: string };

type RawRequest = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** Sends path and headers exactly as given. */
export function send(storeUrl: string, path: string, { method = 'GET', headers = {}, body }: RawRequest = {}) {
  const { hostname, port } = new URL(storeUrl);
  return new Promise<RawResponse>((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const pairs = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join('\n')]);
        const answered: Record<string, string> = Object.fromEntries(pairs);
        resolve({ status: response.statusCode ?? 0, headers: answered, bytes, text: bytes.toString('utf8') });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

export type RawConnection = {
  socket: Socket;
  heard(): string;
  isClosed(): boolean;
  closed: Promise<void>;
};

export function openRawConnection(storeUrl: string, firstWords = ''): Promise<RawConnection> {
  const { hostname, port } = new URL(storeUrl);
  return new Promise((resolve, reject) => {
    let received = '';
    let isClosed = false;
    const socket = connect(Number(port), hostname);
    const closed = new Promise<void>((end) => {
      socket.once('close', () => {
        isClosed = true;
        end();
      });
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      // These sockets are expected to be cut off.
      socket.off('error', reject).on('error', () => undefined);
      socket.write(firstWords);
      resolve({ socket, heard: () => received, isClosed: () => isClosed, closed });
    });
  });
}
