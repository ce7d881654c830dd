import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '#src/client/clipboard.ts';
import { showToast } from '#src/client/toast.ts';

const COPIED_FOR_MS = 2_000;

/** A coupon's code in full, and the way to take it along. */
export function CopyCode({ code }: { code: string }) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (copies === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy() {
    if (await copyText(code, field.current)) return setCopies((count) => count + 1);
    showToast({
      tone: 'danger',
      title: 'Erro ao copiar',
      description: 'Selecione o código na tabela e copie com o menu do aparelho ou com Ctrl+C.',
    });
  }

  const Sign = isCopied ? Check : Copy;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={code} className="code truncate font-medium @max-2xl:whitespace-normal">
        {code}
      </span>
      {/* Without https a browser copies only what is selected in a field. */}
      <input ref={field} readOnly tabIndex={-1} aria-hidden="true" value={code} className="sr-only" />
      <button
        type="button"
        aria-label={isCopied ? 'Copiado' : `Copiar o código ${code}`}
        onClick={() => void copy()}
        className={`grid size-9 shrink-0 place-items-center rounded-field hover:bg-raised hover:text-foreground ${isCopied ? 'text-success' : 'text-muted'}`}
      >
        <Sign aria-hidden className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {isCopied ? 'Código copiado' : ''}
      </span>
    </span>
  );
}
