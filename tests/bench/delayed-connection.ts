import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that takes as long for each answer as a network between two machines. */
export async function delayConnection(targetPort: number, delayMs: number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((visitor) => {
    const target = connect({ host: '127.0.0.1', port: targetPort, noDelay: true });
    visitor.setNoDelay(true);
    visitor.pipe(target);
    target.on('data', (chunk: Buffer) => setTimeout(() => visitor.write(chunk), delayMs));
    for (const socket of [visitor, target]) {
      sockets.add(socket);
      socket.once('error', () => socket.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        visitor.destroy();
        target.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
