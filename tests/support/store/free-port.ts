import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Outside of the system's ephemeral range, so that a restarted store finds it free. */
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
