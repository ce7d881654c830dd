import { CopyIconButton } from './copy-icon-button.tsx';

type Props = {
  text: string;
  /** It has its article: `o código`. */
  noun: string;
  /** It reads `Código copiado`. */
  copied: string;
  className?: string;
};

export function CodeWithCopy({ text, noun, copied, className = '' }: Props) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={text} className={`code truncate @max-2xl:whitespace-normal ${className}`}>
        {text}
      </span>
      <CopyIconButton
        text={text}
        label={`Copiar ${noun} ${text}`}
        copied={copied}
        instead={`Selecione ${noun} na tabela e copie com o menu do aparelho ou com Ctrl+C.`}
        className="@max-2xl:-my-2"
      />
    </span>
  );
}
