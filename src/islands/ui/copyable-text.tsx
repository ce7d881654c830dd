import { CopySign } from './copy-sign.tsx';

/** A fact that is pasted elsewhere, with the sign that copies it. `name` is what it is: `e-mail`. */
export function CopyableText({ name, text, isCode = false }: { name: string; text: string; isCode?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className={`min-w-0 ${isCode ? 'code text-mini' : ''}`}>{text}</span>
      <CopySign
        text={text}
        label={`Copiar ${name}`}
        copied="Copiado"
        instead="Selecione o texto e copie com o menu do aparelho ou com Ctrl+C."
        className="-my-1"
      />
    </span>
  );
}
