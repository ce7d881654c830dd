import { X509Certificate } from 'node:crypto';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { Agent, request } from 'undici';
import type { TlsSettings } from '#src/config.ts';
import type {
  Certificate,
  CertificateAuthority,
  CertificateOrder,
  OrderOutcome,
} from '#src/domain/address/public-address.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { type Refused, readRefusal, watchResponses } from './refused-orders.ts';

type Options = Pick<TlsSettings, 'directory' | 'staging' | 'extraCa' | 'binding'> & {
  /** How long the first pause between two looks at an order is. */
  firstPauseMs?: number;
};

export function openCertificateAuthority({
  directory,
  staging,
  extraCa,
  binding,
  firstPauseMs = 2_000,
}: Options): CertificateAuthority {
  const ca = extraCa === null ? undefined : [...rootCertificates, extraCa];
  return {
    ...nameOf(directory),
    directory,
    staging,
    reach: () => reach(directory, ca),
    async order(order) {
      const client = await loadClient(ca);
      const from = order.isRehearsal && staging !== null ? staging : directory;
      // What the authority gave out says nothing to another one.
      return orderFrom(client, order, { from, firstPauseMs, binding: from === directory ? binding : null });
    },
  };
}

function nameOf(directory: string): Pick<CertificateAuthority, 'name' | 'termsUrl'> {
  const { hostname, origin } = new URL(directory);
  if (/(?:^|\.)letsencrypt\.org$/.test(hostname)) {
    return { name: 'Let’s Encrypt', termsUrl: 'https://letsencrypt.org/repository/' };
  }
  return { name: hostname, termsUrl: origin };
}

async function reach(directory: string, ca: string[] | undefined): Promise<string | null> {
  const dispatcher = new Agent({ connect: { ...(ca && { ca }), timeout: REACH_MS } });
  try {
    const signal = AbortSignal.timeout(REACH_MS);
    const { statusCode, body } = await request(directory, { dispatcher, signal });
    await body.dump();
    return statusCode === 200 ? null : `HTTP ${statusCode}`;
  } catch (error) {
    return errorCode(error, 'sem resposta');
  } finally {
    await dispatcher.destroy();
  }
}

const REACH_MS = 8_000;

type AcmeClient = typeof import('acme-client');

/** The library is loaded with the first order, since a shop needs it once in two months. */
async function loadClient(ca: string[] | undefined): Promise<AcmeClient> {
  const client = await import('acme-client');
  client.axios.defaults.httpsAgent = new HttpsAgent({ ...(ca && { ca }), timeout: ANSWER_MS });
  client.axios.defaults.timeout = ANSWER_MS;
  client.axios.defaults.maxContentLength = MOST_BYTES;
  // The shop's own pauses are longer, and outlive a restart.
  Object.assign(client.axios.defaults, { acmeSettings: { retryMaxAttempts: 0 } });
  return client;
}

const ANSWER_MS = 20_000;
const MOST_BYTES = 1_000_000;

type From = { from: string; firstPauseMs: number; binding: TlsSettings['binding'] };

async function orderFrom(
  acme: AcmeClient,
  order: CertificateOrder,
  { from: directoryUrl, firstPauseMs, binding }: From,
): Promise<OrderOutcome> {
  const { domain, email, account, challenge: wanted } = order;
  const client = new acme.Client({
    directoryUrl,
    accountKey: account.key,
    ...(account.url !== null && { accountUrl: account.url }),
    ...(binding && { externalAccountBinding: binding }),
    backoffAttempts: 12,
    backoffMin: firstPauseMs,
    backoffMax: Math.max(firstPauseMs, 15_000),
  });
  const watch = watchResponses(acme.axios);
  try {
    if (account.url === null) {
      const contact = email === null ? {} : { contact: [`mailto:${email}`] };
      await client.createAccount({ termsOfServiceAgreed: true, ...contact });
      await order.registered(client.getAccountUrl());
    }
    const [key, csr] = await acme.crypto.createCsr(
      { altNames: [domain] },
      await acme.crypto.createPrivateEcdsaKey('P-256'),
    );
    const chain = await client.auto({
      csr,
      // The shop has looked by itself.
      skipChallengeVerification: true,
      challengePriority: [wanted === 'http' ? 'http-01' : 'tls-alpn-01'],
      challengeCreateFn: (_authorization, { token }, response) => order.show({ token, kind: wanted, response }),
      challengeRemoveFn: async () => undefined,
    });
    return judge({ key: key.toString(), chain }, domain);
  } catch (error) {
    return refused(readRefusal(error, watch.last()));
  } finally {
    watch.end();
  }
}

/** What the authority gave is served to everybody, so that it is looked at before. */
function judge(certificate: Certificate, domain: string): OrderOutcome {
  const own = new X509Certificate(certificate.chain);
  const [startsAt, endsAt] = [new Date(own.validFrom), new Date(own.validTo)];
  if (own.checkHost(domain) === undefined || !(endsAt > startsAt)) {
    return refused({ reason: 'other', detail: 'o certificado não é deste domínio', heldMs: null });
  }
  return { state: 'ordered', certificate, startsAt, endsAt };
}

function refused(why: Refused): OrderOutcome {
  return { state: 'refused', ...why };
}
