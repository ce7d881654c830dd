import { FileWarning } from 'lucide-react';
import { countText } from '#src/islands/admin/count-text.ts';
import type { DamagedFile } from '#src/wire/dashboard.ts';

export function DamagedFiles({ files }: { files: DamagedFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="damaged-files" className="rounded-card border border-warning/45 bg-surface p-4">
      <div className="flex items-start gap-3">
        <FileWarning aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        <div className="min-w-0">
          <h2 id="damaged-files" className="text-base leading-6">
            {countText(files.length, 'arquivo não é entregue', 'arquivos não são entregues')}
          </h2>
          <ul className="text-sm">
            {files.map(({ id, fileName, version, productName }) => (
              <li key={id} className="wrap-anywhere">
                O arquivo <strong className="font-medium">{fileName}</strong> está diferente do que foi enviado (
                {productName} {version}).
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            Restaure-o de um backup, ou publique uma versão nova. A loja confere de novo a cada hora.
          </p>
        </div>
      </div>
    </section>
  );
}
