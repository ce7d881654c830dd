import { CopySign } from './copy-sign.tsx';

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
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={text} className={`code truncate @max-2xl:whitespace-normal ${className}`}>
        {text}
      </span>
      <CopySign
        text={text}
        label={`Copiar ${noun} ${text}`}
        copied={copied}
        instead={`Selecione ${noun} na tabela e copie com o menu do aparelho ou com Ctrl+C.`}
        className="@max-2xl:-my-2"
      />
    </span>
  );
}
