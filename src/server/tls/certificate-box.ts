import type { Server } from 'node:http';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { StoredCertificate } from '#src/domain/address/certificates.ts';
import type { Certificate } from '#src/domain/address/public-address.ts';
import { makeHandshakeCertificate } from '#src/gateways/address/handshake-certificate.ts';
import { HANDSHAKE_PROTOCOL } from '#src/gateways/address/public-network.ts';

export type CertificateSource = {
  /** The domain at which the shop answers; whoever names none gets its certificate. */
  domain: string | null;
  listCertificates(): Promise<StoredCertificate[]>;
  readCertificate(domain: string): Promise<Certificate | null>;
  listChallenges(): Promise<{ domain: string; response: string }[]>;
};

type Kept = { storedAt: string; context: SecureContext; certificate: Certificate };

/** Certificates by domain, ready for a handshake: the former one is served until the next is read whole. */
export function openCertificateBox() {
  const kept = new Map<string, Kept>();
  const challenges = new Map<string, { response: string; context: SecureContext }>();
  const servers = new Set<Server>();
  let usual: string | null = null;

  async function refresh(source: CertificateSource): Promise<void> {
    await refreshCertificates(source);
    await refreshChallenges(await source.listChallenges());
  }

  async function refreshCertificates(source: CertificateSource): Promise<void> {
    const stored = await source.listCertificates();
    for (const { domain, storedAt } of stored) {
      if (kept.get(domain)?.storedAt === storedAt) continue;
      const certificate = await source.readCertificate(domain);
      if (!certificate) continue;
      kept.set(domain, { storedAt, certificate, context: contextOf(certificate) });
      if (usual === domain) usual = null;
    }
    for (const domain of kept.keys()) {
      if (!stored.some((one) => one.domain === domain)) kept.delete(domain);
    }
    if (source.domain === usual) return;
    usual = source.domain;
    for (const server of servers) setUsual(server);
  }

  function setUsual(server: Server): void {
    const found = usual === null ? undefined : kept.get(usual);
    if (!found || !('setSecureContext' in server)) return;
    const { key, chain: cert } = found.certificate;
    (server as { setSecureContext(options: { key: string; cert: string }): void }).setSecureContext({ key, cert });
  }

  async function refreshChallenges(listed: { domain: string; response: string }[]): Promise<void> {
    for (const domain of challenges.keys()) {
      if (!listed.some((one) => one.domain === domain)) challenges.delete(domain);
    }
    for (const { domain, response } of listed) {
      if (challenges.get(domain)?.response === response) continue;
      challenges.set(domain, { response, context: contextOf(await makeHandshakeCertificate(domain, response)) });
    }
  }

  return {
    refresh,
    has: (domain: string) => kept.has(domain),
    serveAt(server: Server): void {
      servers.add(server);
      setUsual(server);
    },
    callbacks: {
      SNICallback(servername: string, done: (error: Error | null, context?: SecureContext) => void): void {
        done(null, kept.get(servername.toLowerCase())?.context);
      },
      /** Without a protocol that both know the handshake ends. */
      ALPNCallback(
        this: unknown,
        { servername, protocols }: { servername: string; protocols: string[] },
      ): string | undefined {
        if (!protocols.includes(HANDSHAKE_PROTOCOL)) return protocols.find((protocol) => protocol === 'http/1.1');
        const challenge = challenges.get(servername.toLowerCase());
        if (!challenge) return undefined;
        (this as TLSSocket).setKeyCert(challenge.context);
        return HANDSHAKE_PROTOCOL;
      },
    },
  };
}

function contextOf({ key, chain }: Certificate): SecureContext {
  return createSecureContext({ key, cert: chain });
}
