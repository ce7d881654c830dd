import { Copy } from 'lucide-react';

/** `client/page/copy-on-click.ts` copies it, so that it needs no island. */
export function CopyLine({ label, text }: { label: string; text: string }) {
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
