import type { Upload } from '#src/wire/products/uploads.ts';
import { ApiError, refusedCall } from '../api.ts';

type Options = {
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
};

/** Returns the file's address. */
export async function uploadFile(file: Blob, name: string, options: Options = {}): Promise<string> {
  const { url, filepath } = await sendFile<Partial<Upload>>('/api/upload', file, name, options);
  const address = url || filepath;
  if (!address) throw new ApiError(0, { message: 'A loja não disse onde o arquivo ficou.', code: 'no_address' });
  options.onProgress?.(100);
  return address;
}

/** It goes by XMLHttpRequest because `fetch` reports no upload progress. */
export async function sendFile<Answer>(
  path: string,
  file: Blob,
  name: string,
  { onProgress, signal }: Options = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('file', file, name);
  try {
    return await send<Answer>(path, form, onProgress ?? (() => {}), signal);
  } catch (error) {
    if (!isAborted(error)) console.error(`Falha na chamada POST ${path}: ${String(error)}`);
    throw error;
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'aborted';
}

/** Estimates progress where the browser reports none, and never reaches the end. */
const STEP_PERCENT = 5;
const STEP_MS = 300;
const LAST_PERCENT = 95;

function send<Answer>(
  path: string,
  form: FormData,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const stopSteps = stepThrough(onProgress);
    const abort = () => call.abort();
    const fail = (code: string, message: string) => reject(new ApiError(0, { message, code }));
    call.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (!lengthComputable || total === 0) return;
      stopSteps();
      onProgress(Math.min(99, Math.floor((loaded / total) * 100)));
    };
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) return readResponse(call.responseText, resolve, reject);
      reject(refusedCall(call, call.responseText));
    };
    call.onerror = () => fail('offline', 'Sem conexão com a loja. Confira sua internet e tente novamente.');
    call.onabort = () => fail('aborted', 'O envio foi cancelado.');
    call.onloadend = () => {
      stopSteps();
      signal?.removeEventListener('abort', abort);
    };
    call.open('POST', path);
    call.send(form);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  });
}

function stepThrough(onProgress: (percent: number) => void): () => void {
  let percent = 0;
  const timer = setInterval(() => {
    percent = Math.min(LAST_PERCENT, percent + STEP_PERCENT);
    onProgress(percent);
  }, STEP_MS);
  return () => clearInterval(timer);
}

function readResponse<Answer>(
  text: string,
  resolve: (answer: Answer) => void,
  reject: (error: ApiError) => void,
): void {
  try {
    resolve(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    reject(new ApiError(0, { message: `Erro ao processar resposta: ${reason}`, code: 'not_json' }));
  }
}
