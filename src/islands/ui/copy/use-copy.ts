import { type RefObject, useEffect, useState } from 'react';
import { copyText } from '#src/client/page/clipboard.ts';
import { showToast } from '#src/client/page/toast.ts';

const COPIED_FOR_MS = 2_000;

/** A browser without https copies only what is selected in a field. */
export function useCopy(
  text: string,
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  /** It says what to do where the browser refuses to copy. */
  instead: string,
) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (copies === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy(): Promise<void> {
    if (await copyText(text, field.current)) return setCopies((count) => count + 1);
    showToast({ tone: 'danger', title: 'Erro ao copiar', description: instead });
  }

  return { isCopied, copy };
}
