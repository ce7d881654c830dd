import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { useCopy } from './use-copy.ts';

type Props = {
  text: string;
  /** What the text is, with its article: `o código`. */
  noun: string;
  /** What is said once it is copied: `Código copiado`. */
  copied: string;
  className?: string;
};

/** A code of a table in full, and the way to take it along. */
export function CopyMark({ text, noun, copied, className = '' }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const instead = `Selecione ${noun} na tabela e copie com o menu do aparelho ou com Ctrl+C.`;
  const { isCopied, copy } = useCopy(text, field, instead);
  const Sign = isCopied ? Check : Copy;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={text} className={`code truncate @max-2xl:whitespace-normal ${className}`}>
        {text}
      </span>
      <input ref={field} readOnly tabIndex={-1} aria-hidden="true" value={text} className="sr-only" />
      <button
        type="button"
        aria-label={isCopied ? copied : `Copiar ${noun} ${text}`}
        onClick={() => void copy()}
        className={`grid size-9 shrink-0 place-items-center rounded-field @max-2xl:-my-2 hover:bg-raised hover:text-foreground ${isCopied ? 'text-success' : 'text-muted'}`}
      >
        <Sign aria-hidden className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {isCopied ? copied : ''}
      </span>
    </span>
  );
}
