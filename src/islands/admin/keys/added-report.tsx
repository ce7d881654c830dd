import { X } from 'lucide-react';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import type { KeysAdded } from '#src/wire/keys/activation-keys.ts';
import { KeyNames } from './key-preview.tsx';

export function AddedReport({ report: { duplicates }, onClose }: { report: KeysAdded; onClose: () => void }) {
  if (duplicates.length === 0) return null;
  const title = countText(duplicates.length, 'chave repetida ficou de fora', 'chaves repetidas ficaram de fora');
  return (
    <section aria-label="Chaves repetidas" className="rounded-card border border-line bg-surface py-2 pr-2 pl-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 py-1.5">
          <h2 className="text-base leading-5">{title}</h2>
          <p className="text-table text-muted">
            {duplicates.length === 1
              ? 'Ela veio mais de uma vez ou este produto já a tinha.'
              : 'Elas vieram mais de uma vez ou este produto já as tinha.'}{' '}
            Cada chave fica guardada uma vez só.
          </p>
        </div>
        <IconAction label="Fechar" icon={X} onClick={onClose} />
      </div>
      <details className="pb-1.5 text-table">
        <summary className="min-h-6 font-medium">Ver quais</summary>
        <KeyNames keys={duplicates} />
      </details>
    </section>
  );
}
