import { createHash, type X509Certificate } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { request } from 'node:http';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:tls';
import type { PublicNetwork } from '#src/domain/address/public-address.ts';
import { CHALLENGE_PATH } from '#src/wire/address/address.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';

export type NetworkOptions = {
  lookUp?: PublicNetwork['lookUp'];
  ownAddresses?: PublicNetwork['ownAddresses'];
  /** Those by which visitors and authorities come. */
  ports?: { http: number; https: number };
};

export function openPublicNetwork({
  lookUp = lookUpInDns,
  ownAddresses = listOwnAddresses,
  ports = { http: 80, https: 443 },
}: NetworkOptions = {}): PublicNetwork {
  /** An address that does not answer must not hide one that does. */
  const onSome = async <Result>(domain: string, ask: (address: string) => Promise<Result | null>) => {
    const addresses = await lookUp(domain).catch((): string[] => []);
    const asked = await Promise.all(addresses.slice(0, MOST_ADDRESSES).map(ask));
    return asked.find((result) => result !== null) ?? null;
  };
  return {
    lookUp,
    ownAddresses,
    readChallenge: (domain, token) => onSome(domain, (address) => readText(address, ports.http, domain, token)),
    showsChallenge: async (domain, response) =>
      (await onSome(domain, async (address) =>
        (await showsInHandshake(address, ports.https, domain, response)) ? true : null,
      )) === true,
  };
}

const MOST_ADDRESSES = 4;
const LATE_MS = 6_000;

async function lookUpInDns(domain: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: LATE_MS / 2, tries: 2 });
  const [four, six] = await Promise.all([
    resolver.resolve4(domain).catch(noneWhereUnknown),
    resolver.resolve6(domain).catch(noneWhereUnknown),
  ]);
  return [...four, ...six];
}

function noneWhereUnknown(error: unknown): string[] {
  if (['ENODATA', 'ENOTFOUND'].includes(errorCode(error, ''))) return [];
  throw error;
}

function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address);
}

/** Only this path of the typed domain is asked for, without following redirects, and few bytes of it are read. */
function readText(address: string, port: number, domain: string, token: string): Promise<string | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(LATE_MS);
    const asked = request(
      { host: address, port, path: CHALLENGE_PATH + token, headers: { host: domain }, signal, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('latin1');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > MOST_BYTES) response.destroy();
        });
        response.on('close', () => resolve(response.statusCode === 200 ? text.trim() : null));
        response.on('error', () => resolve(null));
      },
    );
    asked.on('error', () => resolve(null));
    asked.end();
  });
}

const MOST_BYTES = 1_000;

/** Its certificate carries the hash of the response, which nobody else knows. */
function showsInHandshake(address: string, port: number, domain: string, response: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      servername: domain,
      ALPNProtocols: [HANDSHAKE_PROTOCOL],
      // It is signed by itself, as the protocol asks; its hash proves it.
      rejectUnauthorized: false,
      ...(isIPv6(address) && { family: 6 }),
    });
    const end = (isShown: boolean) => {
      socket.destroy();
      resolve(isShown);
    };
    socket.setTimeout(LATE_MS, () => end(false));
    socket.on('error', () => end(false));
    socket.on('secureConnect', () => {
      const shown = socket.getPeerX509Certificate();
      end(socket.alpnProtocol === HANDSHAKE_PROTOCOL && shown !== undefined && carries(shown, response));
    });
  });
}

export const HANDSHAKE_PROTOCOL = 'acme-tls/1';

function carries(certificate: X509Certificate, response: string): boolean {
  return certificate.raw.includes(createHash('sha256').update(response).digest());
}
