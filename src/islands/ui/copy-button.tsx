import { Check, Copy } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { copyText } from '#src/client/clipboard.ts';
import { showToast } from '#src/client/toast.ts';

type Props = {
  label: string;
  text: string;
  /** The field that shows the same text: it is left selected where the browser does not copy. */
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  className: string;
};

const COPIED_FOR_MS = 2_000;

export function CopyButton({ label, text, field, className }: Props) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (copies === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy() {
    if (await copyText(text, field.current)) return setCopies((count) => count + 1);
    showToast({
      tone: 'danger',
      title: 'Erro ao copiar',
      description: 'O código ficou selecionado: copie com o menu do aparelho ou com Ctrl+C.',
    });
  }

  return (
    <>
      <button type="button" onClick={() => void copy()} className={`needs-script ${className}`}>
        {isCopied ? <Check aria-hidden className="size-4.5" /> : <Copy aria-hidden className="size-4.5" />}
        {isCopied ? 'Copiado' : label}
      </button>
      <span role="status" className="sr-only">
        {isCopied ? 'Copiado' : ''}
      </span>
    </>
  );
}
