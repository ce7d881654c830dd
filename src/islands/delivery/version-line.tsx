import { Sparkles } from 'lucide-react';
import { formatDay } from '#src/wire/basics/dates.ts';
import type { ItemFiles } from '#src/wire/releases/releases.ts';

/** It says `Versão 2.1.0 · 18/11/2026`; nothing while no version covers the item. */
export function VersionLine({ item }: { item: ItemFiles }) {
  if (!item.version) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
      <span>
        Versão <span className="code text-foreground">{item.version}</span>
        {item.publishedAt && ` · ${formatDay(item.publishedAt)}`}
      </span>
      {item.isUpdateAvailable && <NewVersionBadge />}
    </p>
  );
}

function NewVersionBadge() {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-petrol-800 px-2.5 font-semibold text-mini text-white leading-6 dark:bg-petrol-400 dark:text-graphite-950">
      <Sparkles aria-hidden className="size-3.5" />
      Versão nova
    </span>
  );
}
