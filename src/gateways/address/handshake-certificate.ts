import type { Certificate } from '#src/domain/address/public-address.ts';

/** It answers a challenge by its handshake, and is trusted by nobody. */
export async function makeHandshakeCertificate(domain: string, response: string): Promise<Certificate> {
  const { crypto } = await import('acme-client');
  const authorization = { identifier: { type: 'dns', value: domain } };
  const [key, chain] = await crypto.createAlpnCertificate(
    authorization as Parameters<typeof crypto.createAlpnCertificate>[0],
    response,
    await crypto.createPrivateEcdsaKey('P-256'),
  );
  return { key: key.toString(), chain: chain.toString() };
}
