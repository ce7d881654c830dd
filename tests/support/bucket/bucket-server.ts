import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import parseRange from 'range-parser';
import { closeServer, listenAnywhere } from '../banks/http.ts';
import { type Credentials, judgeSignature } from './bucket-signature.ts';

type StoredObject = { bytes: Buffer; type: string; etag: string; modifiedAt: Date };

export type BucketAct = keyof typeof ACTS;

/** `cut` breaks the connection after so many bytes of the body; an `error` that is done happened all the same. */
export type BucketFault =
  | { kind: 'silent' }
  | { kind: 'slow'; ms: number }
  | { kind: 'error'; status: number; code: string; isDone?: true }
  | { kind: 'cut'; afterBytes: number };

export type BucketServer = {
  /** A shop needs them to keep its files here. */
  settings: Record<string, string>;
  /** The keys name completed objects only. */
  objects: Map<string, StoredObject>;
  uploads: Map<string, { key: string; type: string; initiatedAt: Date; parts: Map<number, Buffer> }>;
  /** It has what was asked, oldest first; what was refused too. */
  asked: { act: BucketAct; key: string; status: number }[];
  highestOpenUploads(): number;
  /** It counts bodies, as far as who asked has taken them. */
  sentBytes(): number;
  /** Adds an object as its owner would, by other means than the shop. */
  add(name: string, bytes: Uint8Array, modifiedAt?: Date): StoredObject;
  next(act: BucketAct, ...faults: BucketFault[]): void;
  always(act: BucketAct, fault: BucketFault): void;
  heal(): void;
  habits: { isPublic: boolean; hasLifecycle: boolean; clockOffsetMs: number; pageSize: number };
  close(): Promise<void>;
};

const BUCKET = 'loja-teste';
const REGION = 'sa-east-1';
export const PREFIX = 'arquivos/';
const CREDENTIALS: Credentials = { key: 'AKLOJA', secret: 'segredo-do-balde-84c1', region: REGION };

/** An S3-compatible store in memory, as strict as AWS about signatures, which AWS's own code judges. */
export async function openBucketServer(): Promise<BucketServer> {
  const state: State = {
    objects: new Map(),
    uploads: new Map(),
    habits: { isPublic: false, hasLifecycle: false, clockOffsetMs: 0, pageSize: 1_000 },
  };
  const asked: BucketServer['asked'] = [];
  const waiting = new Map<BucketAct, BucketFault[]>();
  const lasting = new Map<BucketAct, BucketFault>();
  let highestOpenUploads = 0;
  let sentBytes = 0;
  const noteSent = (bytes: number) => {
    sentBytes += bytes;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request);
    const act = actOf(call);
    const note = { act, key: call.key, status: 0 };
    asked.push(note);
    response.once('close', () => {
      note.status = response.statusCode;
    });
    const fault = waiting.get(act)?.shift() ?? lasting.get(act);
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'slow') await wait(fault.ms);
    const refused = await refusalOf(call, state);
    const isDone = fault?.kind !== 'error' || fault.isDone;
    const answer = refused ?? (isDone ? respond(act, call, state) : null);
    highestOpenUploads = Math.max(highestOpenUploads, state.uploads.size);
    const isFailing = answer === null || fault?.kind === 'error';
    const cutAfter = fault?.kind === 'cut' ? fault.afterBytes : null;
    const { clockOffsetMs } = state.habits;
    send(call, response, isFailing ? failureOf(fault) : answer, { cutAfter, clockOffsetMs, noteSent });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const endpoint = await listenAnywhere(server);
  const add: BucketServer['add'] = (name, bytes, modifiedAt = new Date()) => {
    const object = { ...objectOf(Buffer.from(bytes), 'application/octet-stream'), modifiedAt };
    state.objects.set(PREFIX + name, object);
    return object;
  };
  return {
    ...state,
    settings: {
      FILES_URL: `s3://${BUCKET}/${PREFIX}?endpoint=${endpoint}&region=${REGION}`,
      FILES_KEY: CREDENTIALS.key,
      FILES_SECRET: CREDENTIALS.secret,
    },
    asked,
    highestOpenUploads: () => highestOpenUploads,
    sentBytes: () => sentBytes,
    add,
    next(act, ...faults) {
      waiting.set(act, [...(waiting.get(act) ?? []), ...faults]);
    },
    always(act, fault) {
      lasting.set(act, fault);
    },
    heal() {
      waiting.clear();
      lasting.clear();
    },
    close: () => closeServer(server),
  };
}

type State = Pick<BucketServer, 'objects' | 'uploads' | 'habits'>;

/** As the owner types it on the screen. */
export function typedBucket({ settings }: Pick<BucketServer, 'settings'>, prefix = 'loja') {
  const url = new URL(settings['FILES_URL'] ?? '');
  return {
    endpoint: url.searchParams.get('endpoint') ?? '',
    region: url.searchParams.get('region') ?? '',
    bucket: url.hostname,
    prefix,
    key: settings['FILES_KEY'] ?? '',
    secret: settings['FILES_SECRET'] ?? '',
  };
}

export type Call = {
  method: string;
  url: URL;
  /** It is still escaped, as the signature has it. */
  path: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
};

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const [, bucket = '', ...segments] = url.pathname.split('/');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: request.method ?? '',
    url,
    path: url.pathname,
    bucket,
    key: segments.map(decodeURIComponent).join('/'),
    query: url.searchParams,
    headers,
    body: Buffer.concat(chunks),
  };
}

type Answer = { status: number; headers?: Record<string, string | number>; body?: Buffer | string };

async function refusalOf(call: Call, { habits }: State): Promise<Answer | null> {
  const isSigned = call.headers['authorization'] !== undefined || call.query.has('X-Amz-Signature');
  if (!isSigned && habits.isPublic && call.method === 'GET') return null;
  const code = isSigned ? await judgeSignature(call, CREDENTIALS, Date.now() + habits.clockOffsetMs) : 'AccessDenied';
  if (code === null) return call.bucket === BUCKET ? null : failure(404, 'NoSuchBucket');
  return failure(['XAmzContentSHA256Mismatch', 'AuthorizationHeaderMalformed'].includes(code) ? 400 : 403, code);
}

const ACTS = {
  head: headObject,
  get: getObject,
  put: putObject,
  delete: deleteObject,
  list: listObjects,
  create: createUpload,
  part: putPart,
  complete: completeUpload,
  abort: abortUpload,
  uploads: listUploads,
  lifecycle: readLifecycle,
};

function actOf({ method, key, query }: Call): BucketAct {
  if (method === 'HEAD') return 'head';
  if (method === 'POST') return query.has('uploads') ? 'create' : 'complete';
  if (method === 'PUT') return query.has('partNumber') ? 'part' : 'put';
  if (method === 'DELETE') return query.has('uploadId') ? 'abort' : 'delete';
  if (key) return 'get';
  return query.has('uploads') ? 'uploads' : query.has('lifecycle') ? 'lifecycle' : 'list';
}

function respond(act: BucketAct, call: Call, state: State): Answer {
  return ACTS[act](call, state);
}

function headObject({ key }: Call, { objects }: State): Answer {
  const object = objects.get(key);
  if (!object) return { status: 404 };
  return { status: 200, headers: { ...factsOf(object), 'content-length': object.bytes.length } };
}

function getObject({ key, headers, query }: Call, { objects }: State): Answer {
  const object = objects.get(key);
  if (!object) return failure(404, 'NoSuchKey');
  if (headers['if-match'] !== undefined && headers['if-match'] !== object.etag)
    return failure(412, 'PreconditionFailed');
  const facts: Record<string, string> = factsOf(object);
  for (const name of ['content-disposition', 'content-type']) {
    const wanted = query.get(`response-${name}`);
    if (wanted !== null) facts[name] = wanted;
  }
  const size = object.bytes.length;
  const ranges = headers['range'] === undefined ? undefined : parseRange(size, headers['range']);
  if (ranges === -1) return failure(416, 'InvalidRange');
  const [range] = Array.isArray(ranges) ? ranges : [];
  if (!range) return { status: 200, headers: facts, body: object.bytes };
  const { start, end } = range;
  facts['content-range'] = `bytes ${start}-${end}/${size}`;
  return { status: 206, headers: facts, body: object.bytes.subarray(start, end + 1) };
}

function putObject({ key, body, headers }: Call, { objects }: State): Answer {
  const object = objectOf(body, headers['content-type'] ?? '');
  objects.set(key, object);
  return { status: 200, headers: { etag: object.etag } };
}

function deleteObject({ key }: Call, { objects }: State): Answer {
  objects.delete(key);
  return { status: 204 };
}

function listObjects({ query }: Call, { objects, habits }: State): Answer {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].sort().filter((key) => {
    const isWithin = key.startsWith(prefix) && key > after;
    return isWithin && !(query.get('delimiter') === '/' && key.slice(prefix.length).includes('/'));
  });
  const page = keys.slice(0, habits.pageSize);
  const entries = page.map((key) => {
    const { modifiedAt, bytes } = objects.get(key) ?? { modifiedAt: new Date(0), bytes: Buffer.alloc(0) };
    return `<Contents><Key>${markup(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const isMore = keys.length > page.length;
  const next = isMore ? `<NextContinuationToken>${markup(page.at(-1) ?? '')}</NextContinuationToken>` : '';
  return xml(`<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`);
}

function createUpload({ key, headers }: Call, { uploads }: State): Answer {
  const id = randomUUID();
  uploads.set(id, { key, type: headers['content-type'] ?? '', initiatedAt: new Date(), parts: new Map() });
  return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
}

function putPart({ query, body }: Call, { uploads }: State): Answer {
  const upload = uploads.get(query.get('uploadId') ?? '');
  if (!upload) return failure(404, 'NoSuchUpload');
  upload.parts.set(Number(query.get('partNumber')), body);
  return { status: 200, headers: { etag: etagOf(body) } };
}

const LEAST_PART_BYTES = 5 * 1024 * 1024;

function completeUpload({ query, body }: Call, { uploads, objects }: State): Answer {
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (!upload) return failure(404, 'NoSuchUpload');
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&#34;(\w+)&#34;<\/ETag>/g)];
  const parts = named.map(([, number, etag]) => {
    const part = upload.parts.get(Number(number));
    return part && etagOf(part) === `"${etag}"` ? part : null;
  });
  if (parts.length === 0 || parts.includes(null)) return failure(400, 'InvalidPart');
  const whole = parts.flatMap((part) => part ?? []);
  if (whole.slice(0, -1).some(({ length }) => length < LEAST_PART_BYTES)) return failure(400, 'EntityTooSmall');
  uploads.delete(id);
  objects.set(upload.key, objectOf(Buffer.concat(whole), upload.type));
  return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
}

function abortUpload({ query }: Call, { uploads }: State): Answer {
  return uploads.delete(query.get('uploadId') ?? '') ? { status: 204 } : failure(404, 'NoSuchUpload');
}

function listUploads({ query }: Call, { uploads }: State): Answer {
  const entries = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
  const texts = entries.map(
    ([id, { key, initiatedAt }]) =>
      `<Upload><Key>${markup(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiatedAt.toISOString()}</Initiated></Upload>`,
  );
  return xml(
    `<ListMultipartUploadsResult>${texts.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
  );
}

function readLifecycle(_call: Call, { habits }: State): Answer {
  if (!habits.hasLifecycle) return failure(404, 'NoSuchLifecycleConfiguration');
  const rule =
    '<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>';
  return xml(`<LifecycleConfiguration><Rule><Status>Enabled</Status>${rule}</Rule></LifecycleConfiguration>`);
}

type Way = { cutAfter: number | null; clockOffsetMs: number; noteSent(bytes: number): void };

function send(
  { method }: Call,
  response: ServerResponse,
  answer: Answer,
  { cutAfter, clockOffsetMs, noteSent }: Way,
): void {
  const body = Buffer.from(answer.body ?? '');
  const date = new Date(Date.now() + clockOffsetMs).toUTCString();
  response.writeHead(answer.status, { date, 'content-length': body.length, ...answer.headers });
  if (method === 'HEAD') return void response.end();
  if (cutAfter === null) return void Readable.from(chunksOf(body, noteSent)).pipe(response);
  response.write(body.subarray(0, cutAfter), () => response.destroy());
}

function* chunksOf(body: Buffer, noteSent: Way['noteSent']): Generator<Buffer> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    const chunk = body.subarray(at, at + CHUNK_BYTES);
    noteSent(chunk.length);
    yield chunk;
  }
}

const CHUNK_BYTES = 64 * 1024;

function failureOf(fault: BucketFault | undefined): Answer {
  return fault?.kind === 'error' ? failure(fault.status, fault.code) : failure(500, 'InternalError');
}

function failure(status: number, code: string): Answer {
  return { ...xml(`<Error><Code>${code}</Code><Message>Told by the fake store.</Message></Error>`), status };
}

function xml(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0"?>${body}` };
}

function markup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function objectOf(bytes: Buffer, type: string): StoredObject {
  return { bytes, type, etag: etagOf(bytes), modifiedAt: new Date() };
}

function factsOf({ type, etag, modifiedAt }: StoredObject): Record<string, string> {
  return { 'content-type': type, etag, 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
