import {
  BasicConstraintsExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const SUBJECT_NAMES = '2.5.29.17';
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A root of its own that signs what a request asks for. */
export async function openIssuer() {
  const keys = await crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const root = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Authority of the tests',
    keys,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 3_650 * DAY_MS),
    signingAlgorithm: EC,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    root: root.toString('pem'),
    /** Returns null where the request is not signed, or for other names. */
    async issue(csr: Buffer, domains: string[]): Promise<string | null> {
      const request = new Pkcs10CertificateRequest(new Uint8Array(csr));
      const names = namesIn(request.getExtension(SUBJECT_NAMES));
      if (!(await request.verify()) || names.join() !== domains.join()) return null;
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${domains[0]}`,
        issuer: root.subject,
        publicKey: request.publicKey,
        signingKey: keys.privateKey,
        notBefore: new Date(Date.now() - HOUR_MS),
        notAfter: new Date(Date.now() + 90 * DAY_MS),
        signingAlgorithm: EC,
        extensions: [new SubjectAlternativeNameExtension(domains.map((value) => ({ type: 'dns' as const, value })))],
      });
      return `${certificate.toString('pem')}\n${root.toString('pem')}\n`;
    },
  };
}

/** The extension's class is another copy's where two are loaded. */
function namesIn(extension: object | null): string[] {
  const { names } = new SubjectAlternativeNameExtension((extension as { rawData: ArrayBuffer }).rawData);
  return names.toJSON().map(({ value }) => value);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
