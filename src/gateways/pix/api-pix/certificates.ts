import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { ClientCertificate } from './bank-connection.ts';

export type Certificates = { certPath?: string; keyPath?: string; passphrase?: string; caPath?: string };

/** Reads PKCS #12 by the ending `.p12` or `.pfx`, else PEM. Throws a sentence that names the setting. */
export function readCertificates({ certPath, keyPath, passphrase, caPath }: Certificates): ClientCertificate {
  const ca = caPath ? { ca: readFile('PIX_CA_PATH', caPath) } : {};
  if (!certPath) return ca;
  const cert = readFile('PIX_CERT_PATH', certPath);
  if (isPkcs12(certPath)) return { pfx: cert, passphrase: passphrase ?? '', ...ca };
  if (!keyPath) throw settingsError('PIX_KEY_PATH: informe o arquivo da chave privada do certificado.');
  return { cert, key: readFile('PIX_KEY_PATH', keyPath), ...(passphrase && { passphrase }), ...ca };
}

/** Returns null for PKCS #12 files and without a certificate. */
export function endOfCertificate({ certPath }: Certificates): Date | null {
  if (!certPath || isPkcs12(certPath)) return null;
  return new X509Certificate(readFileSync(certPath)).validToDate;
}

function isPkcs12(path: string): boolean {
  return /\.(?:p12|pfx)$/i.test(path);
}

function readFile(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw settingsError(`${setting}: não foi possível ler o arquivo ${path}.`);
  }
}
