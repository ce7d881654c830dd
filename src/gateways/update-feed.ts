import { request } from 'undici';
import * as z from 'zod';
import type { FeedAnswer, UpdateFeed } from '#src/domain/upkeep/update-feed.ts';
import { isVersion } from '#src/wire/upkeep/versions.ts';
import { type NetworkOptions, openPublicNetwork } from './files/remote/public-network.ts';

type Options = Pick<NetworkOptions, 'mayConnect' | 'ca'> & { withinMs?: number };

const WITHIN_MS = 10_000;
const CONNECT_MS = 5_000;
const MOST_BYTES = 512 * 1024;

/** The address answers as GitHub does for a repository's newest release, at `/repos/NAME/releases/latest`. */
const NewestRelease = z.object({
  tag_name: z
    .string()
    .transform((tag) => tag.replace(/^v/, ''))
    .refine(isVersion),
  html_url: z
    .url({ protocol: /^https$/ })
    .nullable()
    .catch(null),
});

/** Connects only while it is read. */
export function openUpdateFeed(address: string | undefined, options: Options = {}): UpdateFeed | null {
  return address === undefined ? null : { read: () => readFeed(address, options) };
}

async function readFeed(address: string, { withinMs = WITHIN_MS, ...network }: Options): Promise<FeedAnswer> {
  const dispatcher = openPublicNetwork({ ...network, connectMs: CONNECT_MS });
  try {
    const signal = AbortSignal.timeout(withinMs);
    const headers = { accept: 'application/json', 'user-agent': 'store-update/1.0' };
    const { statusCode, body } = await request(address, { dispatcher, signal, headers });
    const text = await readBounded(body);
    return statusCode === 200 ? understand(text) : 'away';
  } catch {
    // Why it cannot be reached is told in one sentence, and in no log, since the address may hold a token.
    return 'away';
  } finally {
    await dispatcher.destroy();
  }
}

/** It is empty where there is more than any feed says. */
async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function understand(text: string): FeedAnswer {
  try {
    const { tag_name: version, html_url } = NewestRelease.parse(JSON.parse(text));
    return { version, address: html_url };
  } catch {
    return 'strange';
  }
}
