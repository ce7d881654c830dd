import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer, type Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Shop } from '#src/domain/shop.ts';
import { openCertificateAuthority } from '#src/gateways/address/certificate-authority.ts';
import { openPublicNetwork } from '#src/gateways/address/public-network.ts';
import { followAddress } from '#src/server/tls/follow-address.ts';
import { openListeners } from '#src/server/tls/listeners.ts';
import type { AuthorityPorts, RequiredBinding, TestAuthority } from './authority.ts';
import { AUTHORITY_CA } from './pebble.ts';

export const DOMAIN = 'loja.exemplo.com.br';

type Parts = {
  shop: Shop;
  authority: TestAuthority;
  ports: AuthorityPorts;
  /** Where orders are tried before; none unless said. */
  staging?: string;
  /** To what the domain leads. */
  addresses?: string[];
  ownAddresses?: string[];
  /** By these the domain is reached; the listeners' unless said. */
  reached?: AuthorityPorts;
  /** The account that the authority gave out. */
  binding?: RequiredBinding;
};

/** The shop with listeners of its own, certified by an authority on this machine. */
export async function openShopAtDomain({ shop, authority, ports, reached = ports, ...parts }: Parts) {
  const { staging = null, binding = null, addresses = ['127.0.0.1'], ownAddresses = ['127.0.0.1'] } = parts;
  const { directory } = authority;
  const extraCa = await readFile(AUTHORITY_CA, 'utf8');
  const listeners = openListeners({
    tls: { host: '127.0.0.1', httpsPort: ports.https, httpPort: ports.http },
    isShared: false,
    answer: (_request, response) => response.end('the shop'),
  });
  const at: Shop = {
    ...shop,
    address: {
      ...shop.address,
      authority: openCertificateAuthority({ directory, staging, extraCa, binding, firstPauseMs: 20 }),
      network: openPublicNetwork({
        lookUp: async () => addresses,
        ownAddresses: () => ownAddresses,
        ports: reached,
      }),
      listeners,
    },
  };
  const moves: string[] = [];
  const follow = async (isOwnTls = false) => {
    const settings = { isOwnTls, siteUrl: isOwnTls ? `https://${DOMAIN}` : shop.settings.siteUrl };
    return followAddress({ shop: at, settings, listeners, onMove: () => moves.push('moved') });
  };
  return { shop: at, listeners, moves, follow };
}

/** A visit by https as a browser's, which trusts the authority alone. Rejects where the handshake fails. */
export function visit(port: number, root: string, domain = DOMAIN): Promise<{ text: string; serial: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: domain, headers: { host: domain }, ca: root, agent: false };
    const asked = request(options, (response) => {
      const serial = (response.socket as TLSSocket).getPeerX509Certificate()?.serialNumber ?? '';
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve({ text, serial }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Another program at a port. */
export function occupy(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
