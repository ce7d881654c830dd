import { dayText } from '#src/wire/basics/dates.ts';
import type { ItemFiles } from '#src/wire/releases/releases.ts';

/** It says what the buyer was promised at the sale; nothing where every update is included. */
export function UpdateTerms({ updates }: Pick<ItemFiles, 'updates'>) {
  const versions = coveredVersions(updates);
  return versions && <p className="mt-4 text-muted text-sm">Sua compra inclui {versions}.</p>;
}

function coveredVersions({ policy, until, major }: ItemFiles['updates']): string | null {
  if (policy === 'major')
    return major === null ? 'as atualizações da primeira versão que for publicada' : `todas as versões ${major}.x`;
  if (policy === 'months' && until) return `as versões publicadas até ${dayText(until)}`;
  return null;
}
