import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import type { BucketSettings } from '#src/config.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { type BucketError, bucketError, isBucketError } from './bucket-errors.ts';
import { textOf } from './bucket-xml.ts';

/** `tryMs` limits each try until its headers come, `deadlineMs` all of them; `idleMs` the silence within a body. */
type Patience = { tryMs: number; deadlineMs: number };
export type BucketTimeouts = { connectMs: number; idleMs: number; usual: Patience; sending: Patience };

/** All tries together stay below the minute after which the shop's server cuts a silent upload. */
const BUCKET_TIMEOUTS: BucketTimeouts = {
  connectMs: 4_000,
  idleMs: 20_000,
  usual: { tryMs: 5_000, deadlineMs: 12_000 },
  sending: { tryMs: 30_000, deadlineMs: 45_000 },
};

export type BucketCall = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The whole key; without one the call is about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** It is in hex, and computed from the body when missing. */
  bodySha256?: string;
  /** These statuses from 300 on are no failure. */
  accepts?: number[];
  patience?: Patience;
};

export type BucketResponse = Dispatcher.ResponseData;

export type BucketCalls = ReturnType<typeof openBucketCalls>;

/** Signs calls, and repeats them while the store fails. They throw a `BucketError`. */
export function openBucketCalls(settings: BucketSettings, timeouts = BUCKET_TIMEOUTS) {
  const dispatcher = new Agent({ connect: { timeout: timeouts.connectMs }, bodyTimeout: timeouts.idleMs });
  const signingKeys = new Map<string, ArrayBuffer>();

  async function sign({ method, key, query = {}, headers = {} }: BucketCall, isLink = false) {
    const url = new URL(`${settings.endpoint}/${settings.bucket}${key === undefined ? '' : `/${encodeKey(key)}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { key: accessKeyId, secret: secretAccessKey, region } = settings;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      signQuery: isLink,
      cache: signingKeys,
    });
    const signed = await signer.sign();
    // Some stores read a plus in a query as a plus.
    signed.url.search = signed.url.search.replaceAll('+', '%20');
    return { url: signed.url.href, headers: Object.fromEntries(signed.headers) };
  }

  async function tryOnce(call: BucketCall, forMs: number): Promise<BucketResponse> {
    const bodySha256 = call.bodySha256 ?? sha256Of(call.body ?? '');
    const { url, headers } = await sign({ ...call, headers: { ...call.headers, 'x-amz-content-sha256': bodySha256 } });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), forMs);
    try {
      const { method, body = null } = call;
      const response = await request(url, { dispatcher, method, headers, body, signal: late.signal });
      // An `error` event without a listener would end the process before anyone reads the body.
      response.body.on('error', () => {});
      if (response.statusCode < 300 || call.accepts?.includes(response.statusCode)) return response;
      throw await refusalIn(response);
    } catch (error) {
      if (isBucketError(error)) throw error;
      throw bucketError(late.signal.aborted ? 'timeout' : errorCode(error, 'network'), true, error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(call: BucketCall): Promise<BucketResponse> {
    const { tryMs, deadlineMs } = call.patience ?? timeouts.usual;
    const deadline = Date.now() + deadlineMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      try {
        return await tryOnce(call, Math.min(tryMs, deadline - Date.now()));
      } catch (error) {
        const isLast = Date.now() + pauseMs >= deadline || pauseMs > LAST_PAUSE_MS;
        if (isLast || !isBucketError(error) || !error.isTransient) throw error;
      }
      await wait(pauseMs);
    }
  }

  /** A GET of an address as it stands, such as a link. */
  async function follow(url: string) {
    const signal = AbortSignal.timeout(timeouts.usual.deadlineMs);
    try {
      const { statusCode, headers, body } = await request(url, { dispatcher, signal });
      return { statusCode, headers, text: await body.text() };
    } catch (error) {
      throw bucketError(signal.aborted ? 'timeout' : errorCode(error, 'network'), true, error);
    }
  }

  return {
    timeouts,
    send,
    /** Reads a short response whole. */
    async ask(call: BucketCall) {
      const response = await send(call);
      try {
        return { ...response, text: await response.body.text() };
      } catch (error) {
        throw bucketError(errorCode(error, 'network'), true, error);
      }
    },
    async link(key: string, seconds: number, query: Record<string, string>): Promise<string> {
      const call = { method: 'GET', key, query: { ...query, 'X-Amz-Expires': String(seconds) } } as const;
      return (await sign(call, true)).url;
    },
    /** Asks without a signature. */
    async askAsStranger(call: BucketCall): Promise<number> {
      const bare = new URL((await sign(call, true)).url);
      for (const name of [...bare.searchParams.keys()]) if (name.startsWith('X-Amz-')) bare.searchParams.delete(name);
      return (await follow(bare.href)).statusCode;
    },
    follow,
    close: () => dispatcher.destroy(),
  };
}

const FIRST_PAUSE_MS = 150;
const LAST_PAUSE_MS = 1_500;

function sha256Of(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex');
}

async function refusalIn({ statusCode, body }: BucketResponse): Promise<BucketError> {
  // A response to HEAD has no text, and one that breaks off still has its status.
  const text = await body.text().catch(() => '');
  const isTransient = statusCode === 429 || (statusCode >= 500 && statusCode !== 501);
  return bucketError(textOf(text, 'Code') ?? String(statusCode), isTransient);
}

/** Encodes as the signature counts it: RFC 3986, segment by segment. */
function encodeKey(key: string): string {
  const escapeMark = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(key)
    .replace(/%2F/g, '/')
    .replace(/[!'()*]/g, escapeMark);
}
