import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '#src/client/clipboard.ts';
import { showToast } from '#src/client/toast.ts';

type Props = { name: string; text: string; isCode?: boolean };

const COPIED_FOR_MS = 2_000;

/** A text that is pasted elsewhere, with the sign that copies it. */
export function CopyableText({ name, text, isCode = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    if (await copyText(text, field.current)) return setCopied(true);
    showToast({ tone: 'danger', title: 'Erro ao copiar', description: 'Selecione o texto e copie com Ctrl+C.' });
  }

  const Sign = isCopied ? Check : Copy;
  return (
    <span className="flex items-center gap-1">
      <span className={`min-w-0 ${isCode ? 'code text-mini' : ''}`}>{text}</span>
      {/* Where the browser copies only what is selected in a field. */}
      <input ref={field} readOnly tabIndex={-1} aria-hidden="true" value={text} className="sr-only" />
      <button
        type="button"
        aria-label={`Copiar ${name}`}
        onClick={() => void copy()}
        className={`-my-1 inline-grid size-9 shrink-0 place-items-center rounded-field transition-colors duration-150 hover:bg-raised ${isCopied ? 'text-success' : 'text-muted hover:text-foreground'}`}
      >
        <Sign aria-hidden className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {isCopied ? 'Copiado' : ''}
      </span>
    </span>
  );
}
