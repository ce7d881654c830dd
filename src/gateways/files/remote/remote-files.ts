import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, request } from 'undici';
import type {
  RemoteFailure,
  RemoteFile,
  RemoteFiles,
  RemoteOpening,
  WantedFile,
} from '#src/domain/files/remote-files.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { openDownloadSlots } from '../download-slots.ts';
import { contentTypeOf } from '../uploads/content-type.ts';
import { FORBIDDEN_ADDRESS, type NetworkOptions, openPublicNetwork } from './public-network.ts';
import { remoteName } from './remote-name.ts';

/** `idleMs` limits the silence between two chunks, `openingMs` all redirects together. */
type Timeouts = { connectMs: number; firstByteMs: number; idleMs: number; openingMs: number };

const TIMEOUTS: Timeouts = { connectMs: 8_000, firstByteMs: 15_000, idleMs: 30_000, openingMs: 25_000 };

type Options = Pick<NetworkOptions, 'mayConnect' | 'ca'> & { timeouts?: Timeouts };

export function openRemoteFiles({ timeouts = TIMEOUTS, ...network }: Options = {}): RemoteFiles {
  const dispatcher = openPublicNetwork({ ...network, connectMs: timeouts.connectMs });
  const slots = openDownloadSlots();
  return {
    async open(url, wanted) {
      const releaseSlot = slots.acquire(wanted.buyer);
      if (!releaseSlot) return failed('busy');
      const ending = new AbortController();
      const end = () => {
        wanted.signal.removeEventListener('abort', end);
        ending.abort();
        releaseSlot();
      };
      wanted.signal.addEventListener('abort', end);
      const late = AbortSignal.timeout(timeouts.openingMs);
      const abort = () => ending.abort();
      late.addEventListener('abort', abort);
      const opening = await follow({ dispatcher, timeouts, signal: ending.signal }, url, wanted, end).catch(
        (error: unknown) => failed(late.aborted ? 'slow' : reasonOf(error)),
      );
      late.removeEventListener('abort', abort);
      if (opening.outcome === 'failed' || wanted.signal.aborted) end();
      return opening;
    },
    close: () => dispatcher.destroy(),
  };
}

type Connection = { dispatcher: Dispatcher; timeouts: Timeouts; signal: AbortSignal };
type RemoteResponse = Dispatcher.ResponseData;

async function follow(
  connection: Connection,
  first: string,
  wanted: WantedFile,
  end: () => void,
): Promise<RemoteOpening> {
  const given = readHttpsUrl(first);
  let url = given;
  for (let hops = 0; given && url && hops <= MAXIMUM_REDIRECTS; hops += 1) {
    const response = await sendRequest(connection, url, wanted);
    if (!REDIRECTS.includes(response.statusCode)) return openingFrom(response, wanted, [given, url], end);
    discard(response);
    url = readHttpsUrl(textOf(response.headers, 'location') ?? '', url);
  }
  return failed(url ? 'refused' : 'forbidden');
}

const MAXIMUM_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

function readHttpsUrl(text: string, base?: URL): URL | null {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  return url?.protocol === 'https:' ? url : null;
}

/** Sends GET even for HEAD, since signed addresses refuse any other method. */
function sendRequest(
  { dispatcher, timeouts, signal }: Connection,
  url: URL,
  wanted: WantedFile,
): Promise<RemoteResponse> {
  const { username, password } = url;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return request(bare, {
    dispatcher,
    signal,
    headersTimeout: timeouts.firstByteMs,
    bodyTimeout: timeouts.idleMs,
    headers: {
      accept: '*/*',
      // Compression would change the lengths and ranges of the file.
      'accept-encoding': 'identity',
      'user-agent': 'store-download/1.0',
      ...(username && { authorization: basic(username, password) }),
      ...(wanted.range && { range: wanted.range }),
      ...wanted.conditions,
    },
  });
}

/** These go only to the URL that carries the credentials, not to redirect targets. */
function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(decodeURIComponent(`${username}:${password}`)).toString('base64')}`;
}

function openingFrom(response: RemoteResponse, wanted: WantedFile, urls: URL[], end: () => void): RemoteOpening {
  const { headers, body } = response;
  const state = stateOf(response, wanted);
  const hasBytes = state === 'whole' || state === 'part';
  if (!state || (hasBytes && isHtmlPage(headers))) {
    discard(response);
    return failed(state ? 'page' : 'refused');
  }
  // An `error` event without a listener would end the process before anyone reads the body.
  body.on('error', () => {});
  const name = remoteName(textOf(headers, 'content-disposition'), urls);
  const close = () => {
    discard(response);
    end();
  };
  const facts = factsOf(headers, hasBytes ? [...FACTS, 'content-length'] : FACTS);
  return { outcome: 'opened', file: { state, name, type: contentTypeOf(name), facts, body, close } };
}

function stateOf(
  { statusCode, headers }: RemoteResponse,
  { range, conditions }: WantedFile,
): RemoteFile['state'] | null {
  const isConditional = Object.keys(conditions).length > 0;
  const isPart = /^bytes \d+-\d+\/(?:\d+|\*)$/i.test(textOf(headers, 'content-range') ?? '');
  if (statusCode === 200) return 'whole';
  if (statusCode === 206) return range && isPart ? 'part' : null;
  if (statusCode === 304) return isConditional ? 'unchanged' : null;
  if (statusCode === 412) return isConditional ? 'changed' : null;
  return statusCode === 416 && range ? 'no_such_part' : null;
}

/** File services return an HTML page instead of the file; a buyer must not download that. */
function isHtmlPage(headers: IncomingHttpHeaders): boolean {
  const isMarkup = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(textOf(headers, 'content-type') ?? '');
  return isMarkup && !/^attachment\b/i.test(textOf(headers, 'content-disposition') ?? '');
}

function factsOf(headers: IncomingHttpHeaders, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = textOf(headers, name);
      return text === null ? [] : [[name, text]];
    }),
  );
}

const FACTS = ['accept-ranges', 'content-encoding', 'content-range', 'etag', 'last-modified'];

function textOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function discard({ body }: RemoteResponse): void {
  body.on('error', () => {}).destroy();
}

function failed(reason: RemoteFailure): RemoteOpening {
  return { outcome: 'failed', reason };
}

function reasonOf(error: unknown): RemoteFailure {
  const code = errorCode(error);
  if (code === FORBIDDEN_ADDRESS) return 'forbidden';
  return /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code) ? 'slow' : 'unreachable';
}
