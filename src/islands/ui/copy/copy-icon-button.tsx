import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { useCopy } from './use-copy.ts';

type Props = {
  text: string;
  /** It reads `Copiar o código EDITA10`. */
  label: string;
  /** It reads `Código copiado`. */
  copied: string;
  instead: string;
  className?: string;
};

export function CopyIconButton({ text, label, copied, instead, className = '' }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const { isCopied, copy } = useCopy(text, field, instead);
  const Sign = isCopied ? Check : Copy;
  return (
    <>
      {/* Some browsers copy only what is selected in a field. */}
      <input ref={field} readOnly tabIndex={-1} aria-hidden="true" value={text} className="sr-only" />
      <button
        type="button"
        aria-label={isCopied ? copied : label}
        onClick={() => void copy()}
        className={`relative grid size-9 shrink-0 place-items-center max-sm:before:absolute max-sm:before:-inset-1 rounded-field transition-colors duration-150 hover:bg-raised ${isCopied ? 'text-success' : 'text-muted hover:text-foreground'} ${className}`}
      >
        <Sign aria-hidden className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {isCopied ? copied : ''}
      </span>
    </>
  );
}
