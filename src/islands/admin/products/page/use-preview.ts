import { useEffect, useRef, useState } from 'react';
import { refusedCall } from '#src/client/api.ts';
import { recheckAfterRefusal } from '#src/client/session.ts';
import type { PreviewRequest } from '#src/wire/products/preview-request.ts';
import { PREVIEW_PATH } from '#src/wire/products/product-preview.ts';

export type Preview = { html: string | null; isFailed: boolean; retry: () => void };

const PAUSE_MS = 350;
const TIMEOUT_MS = 20_000;

/** Asks once typing rests, and goes on showing what it had meanwhile. */
export function usePreview(request: PreviewRequest): Preview {
  const [html, setHtml] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  const body = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again with the same body.
  useEffect(() => {
    const controller = new AbortController();
    const ask = () =>
      read(body, controller.signal).then(
        (page) => {
          setHtml(page);
          setFailed(false);
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          recheckAfterRefusal(error);
          setFailed(true);
        },
      );
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [body, attempt]);
  return { html, isFailed, retry: () => setAttempt(attempt + 1) };
}

/** A page, where `client/api.ts` reads JSON; a redirect leads to the login. */
async function read(body: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(PREVIEW_PATH, {
    method: 'POST',
    cache: 'no-store',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const text = await response.text();
  if (!response.ok) throw refusedCall(response, text);
  return text;
}
