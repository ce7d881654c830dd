import { Copy } from 'lucide-react';
import type { BoughtFile } from '#src/wire/releases/releases.ts';
import { Collapsible } from './collapsible.tsx';

export function Checksums({ files }: { files: readonly BoughtFile[] }) {
  if (files.length === 0) return null;
  return (
    <Collapsible title="SHA-256">
      <p className="max-w-[60ch] text-muted text-sm">
        Para conferir que o arquivo chegou inteiro: o código calculado no seu computador tem de ser igual a este.
      </p>
      <ul className="mt-3 grid gap-3">
        {files.map(({ id, fileName, sha256 }) => (
          <li key={id} className="min-w-0">
            <p className="wrap-anywhere text-sm">{fileName}</p>
            <CopyLine label={`SHA-256 de ${fileName}`} text={sha256} />
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

/** `client/page/copy-on-click.ts` copies it, so that it needs no island. */
function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <span data-copy-line className="mt-1 flex items-center gap-1">
      <input
        readOnly
        aria-label={label}
        value={text}
        className="code min-h-11 w-full min-w-0 rounded-field border border-line bg-background px-3 text-mini"
      />
      <button type="button" data-copy aria-label={`Copiar ${label}`} className="needs-script icon-button shrink-0">
        <Copy aria-hidden className="size-4.5" />
      </button>
      <span data-copied role="status" className="min-w-14 empty:hidden text-mini text-success" />
    </span>
  );
}
