import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** From now on no byte passes on the connections that are open, and nobody is told, as when a machine loses its power. */
  swallow(): void;
  /** As `swallow`, and new connections get no answer either. */
  vanish(): void;
  close(): Promise<void>;
};

export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let isGone = false;
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (isGone) return void near.pause();
    const far = connect(targetPort, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    far.on('error', () => far.destroy());
    near.pipe(far);
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => {
      near.destroy();
      pairs.delete(pair);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const swallow = () => {
    for (const [near, far] of pairs) {
      near.unpipe();
      far.unpipe();
      near.pause();
      far.pause();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    swallow,
    vanish() {
      isGone = true;
      swallow();
    },
    async close() {
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
