import { Breakable } from '../breakable.tsx';
import { CopyIconButton } from './copy-icon-button.tsx';

export function CopyableText({ name, text, isCode = false }: { name: string; text: string; isCode?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className={`min-w-0 ${isCode ? 'code text-balance text-mini break-all' : ''}`}>
        <Breakable text={text} />
      </span>
      <CopyIconButton
        text={text}
        label={`Copiar ${name}`}
        copied="Copiado"
        instead="Selecione o texto e copie com o menu do aparelho ou com Ctrl+C."
        className="-my-1"
      />
    </span>
  );
}
