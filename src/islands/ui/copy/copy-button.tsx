import { Check, Copy } from 'lucide-react';
import type { RefObject } from 'react';
import { useCopy } from './use-copy.ts';

type Props = {
  label: string;
  text: string;
  /** The field stays selected where the browser refuses to copy. */
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  className: string;
};

const INSTEAD = 'O texto ficou selecionado: copie com o menu do aparelho ou com Ctrl+C.';

export function CopyButton({ label, text, field, className }: Props) {
  const { isCopied, copy } = useCopy(text, field, INSTEAD);
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
