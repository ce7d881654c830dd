import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, TLSSocket } from 'node:tls';
import { formatDay } from '#src/wire/basics/dates.ts';
import type { CertificateVerdict } from '#src/wire/payments/bank.ts';
import { BANK_FIELDS } from '#src/wire/payments/bank-fields.ts';
import { type Certificates, isPkcs12 } from './certificates.ts';

/** Reads a certificate before it is used. Returns null where there is none. */
export async function judgeCertificate(certificates: Certificates, now: Date): Promise<CertificateVerdict | null> {
  const { certificate, authority } = certificates;
  if (authority && !readPem(authority)) return wrong('certificateAuthority', NOT_A_CERTIFICATE);
  if (!certificate) return null;
  const read = isPkcs12(certificate)
    ? await readPkcs12(certificate, certificates.passphrase ?? '')
    : readPair(certificates);
  return read instanceof X509Certificate ? verdictOf(read, now) : read;
}

function verdictOf(certificate: X509Certificate, now: Date): CertificateVerdict {
  const endsAt = certificate.validToDate;
  const end = formatDay(endsAt);
  if (endsAt < now) return wrong('certificate', `Este certificado venceu em ${end}. Gere outro no banco.`);
  if (certificate.validFromDate > now) {
    return wrong('certificate', `Este certificado só vale a partir de ${formatDay(certificate.validFromDate)}.`);
  }
  const isTest = TEST_WORDS.test(`${certificate.subject}\n${certificate.issuer}`);
  const place = isTest ? ' e é do ambiente de homologação' : '';
  const sentence = `Este certificado vale até ${end}${place}.`;
  return { isRight: true, endsAt: endsAt.toISOString(), isTest, sentence, fields: {} };
}

const TEST_WORDS = /homolog|sandbox|\bhml\b/i;

function readPair({ certificate, key, passphrase }: Certificates): X509Certificate | CertificateVerdict {
  const read = certificate && readPem(certificate);
  if (!read) return wrong('certificate', NOT_A_CERTIFICATE);
  if (!key) return wrong('certificateKey', 'Envie também a chave deste certificado, o arquivo .key.');
  const own = readKey(key, passphrase ?? '');
  if (!own)
    return wrong('certificateKey', 'Este arquivo não é uma chave privada, ou a senha do certificado não o abre.');
  return read.checkPrivateKey(own) ? read : wrong('certificateKey', 'Esta chave não é a deste certificado.');
}

function readPem(text: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

function readKey(key: Buffer, passphrase: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key, passphrase });
  } catch {
    return undefined;
  }
}

/** Node opens PKCS #12 for TLS alone, so a handshake in memory shows the certificate. */
async function readPkcs12(pfx: Buffer, passphrase: string): Promise<X509Certificate | CertificateVerdict> {
  try {
    createSecureContext({ pfx, passphrase });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (/mac verify/i.test(reason)) {
      return wrong(
        'certificatePassphrase',
        `${BANK_FIELDS.pix.certificatePassphrase.label}: esta senha não abre o arquivo.`,
      );
    }
    return wrong('certificate', /unsupported/i.test(reason) ? OLD_CIPHER : NOT_A_CERTIFICATE);
  }
  const shown = await showInHandshake(pfx, passphrase);
  return (
    shown ?? { isRight: true, endsAt: null, isTest: false, sentence: 'A senha abre este certificado.', fields: {} }
  );
}

function showInHandshake(pfx: Buffer, passphrase: string): Promise<X509Certificate | undefined> {
  const [near, far] = duplexPair();
  const server = new TLSSocket(far, { isServer: true, secureContext: createSecureContext({ pfx, passphrase }) });
  // Whom the certificate convinces is the bank's matter.
  const client = connect({ socket: near, rejectUnauthorized: false });
  const end = () => {
    client.destroy();
    server.destroy();
  };
  return new Promise<X509Certificate | undefined>((resolve) => {
    const giveUp = () => resolve(undefined);
    client.once('secureConnect', () => resolve(client.getPeerX509Certificate()));
    client.once('error', giveUp);
    server.once('error', giveUp);
  }).finally(end);
}

function wrong(field: string, sentence: string): CertificateVerdict {
  return { isRight: false, endsAt: null, isTest: false, sentence, fields: { [field]: sentence } };
}

const NOT_A_CERTIFICATE = 'Este arquivo não é um certificado. Use o .p12, .pfx, .pem ou .crt que o banco deu.';
const OLD_CIPHER = 'Este arquivo usa uma cifra antiga, que este servidor não abre. Peça ao banco um novo.';
