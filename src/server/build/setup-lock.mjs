import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const RETRY_MS = 200;

/**
 * Waits until no other process on this machine sets this folder up, and keeps others waiting until `unlock` is called.
 * The lock is a local socket, which the system frees however its process ends: no file is left to be believed.
 */
export async function lockSetUp(folder, tellThatItWaits) {
  const name = `corte-final-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const address = addressOf(name);
  for (let hasTold = false; ; ) {
    const server = await listen(address);
    if (server) return () => server.close();
    if (await isLeftOver(address)) rmSync(address, { force: true });
    else {
      if (!hasTold) tellThatItWaits();
      hasTold = true;
      await setTimeout(RETRY_MS);
    }
  }
}

function addressOf(name) {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server));
  });
}

/** Elsewhere than on Linux and Windows the socket is a file, which a killed process leaves behind. */
function isLeftOver(address) {
  if (!address.startsWith('/')) return false;
  return new Promise((resolve) => {
    const socket = connect(address);
    const end = (isRefused) => {
      socket.destroy();
      resolve(isRefused);
    };
    socket.once('connect', () => end(false)).once('error', (error) => end(error.code === 'ECONNREFUSED'));
  });
}
