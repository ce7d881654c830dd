import { readFileSync } from 'node:fs';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { ClientCertificate } from './bank-connection.ts';

export type CertificatePaths = { certPath?: string; keyPath?: string; passphrase?: string; caPath?: string };

/** What the files hold. */
export type Certificates = { certificate?: Buffer; key?: Buffer; passphrase?: string; authority?: Buffer };

/** Throws a sentence that names the setting. */
export function readCertificateFiles({ certPath, keyPath, passphrase, caPath }: CertificatePaths): Certificates {
  return {
    ...(certPath && { certificate: readFile('PIX_CERT_PATH', certPath) }),
    ...(certPath && keyPath && { key: readFile('PIX_KEY_PATH', keyPath) }),
    ...(caPath && { authority: readFile('PIX_CA_PATH', caPath) }),
    passphrase,
  };
}

export function clientCertificate({ certificate, key, passphrase, authority }: Certificates): ClientCertificate {
  const ca = authority ? { ca: authority } : {};
  if (!certificate) return ca;
  if (isPkcs12(certificate)) return { pfx: certificate, passphrase: passphrase ?? '', ...ca };
  if (!key) throw settingsError('PIX_KEY_PATH: informe o arquivo da chave privada do certificado.');
  return { cert: certificate, key, ...(passphrase && { passphrase }), ...ca };
}

/** PEM is text, PKCS #12 begins with a sequence of ASN.1. */
export function isPkcs12(certificate: Buffer): boolean {
  return certificate[0] === 0x30;
}

function readFile(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw settingsError(`${setting}: não foi possível ler o arquivo ${path}.`);
  }
}
