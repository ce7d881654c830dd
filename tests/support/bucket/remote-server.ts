import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { closeServer, listenAnywhere } from '../banks/http.ts';

const certificate = (name: string) => readFileSync(new URL(`../banks/certificates/${name}`, import.meta.url));

export const REMOTE_AUTHORITY = certificate('authority.pem');

export type RemoteServer = {
  url: string;
  namedUrl: string;
  /** Its requests, oldest first. */
  asked: IncomingMessage[];
  /** All connections ever opened. */
  connections(): number;
  openRequests(): number;
  answer(listener: RequestListener): void;
  close(): Promise<void>;
};

export async function openRemoteServer(): Promise<RemoteServer> {
  const asked: IncomingMessage[] = [];
  let connections = 0;
  let open = 0;
  let listener: RequestListener = (_, response) => response.writeHead(404).end();
  const server = createServer({ cert: certificate('bank.pem'), key: certificate('bank.key') }, (request, response) => {
    asked.push(request);
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    listener(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const url = (await listenAnywhere(server)).replace('http:', 'https:');
  return {
    url,
    namedUrl: url.replace('127.0.0.1', 'localhost'),
    asked,
    connections: () => connections,
    openRequests: () => open,
    answer(next) {
      listener = next;
    },
    close: () => closeServer(server),
  };
}

export function fileServer(bytes: Buffer, type = 'application/zip'): RequestListener {
  const etag = '"v1"';
  return ({ headers }, response) => {
    const wanted = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
    const isStale = headers['if-range'] !== undefined && headers['if-range'] !== etag;
    const facts = { 'content-type': type, 'accept-ranges': 'bytes', etag };
    if (headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    if (!wanted || isStale) {
      return response.writeHead(200, { ...facts, 'content-length': bytes.length }).end(bytes);
    }
    const [start, end] = [Number(wanted[1]), wanted[2] ? Number(wanted[2]) : bytes.length - 1];
    if (start >= bytes.length) {
      return response
        .writeHead(416, { 'content-range': `bytes */${bytes.length}`, 'content-type': 'text/html' })
        .end('<h1>416</h1>');
    }
    const part = bytes.subarray(start, end + 1);
    const range = { 'content-range': `bytes ${start}-${end}/${bytes.length}`, 'content-length': part.length };
    return response.writeHead(206, { ...facts, ...range }).end(part);
  };
}
