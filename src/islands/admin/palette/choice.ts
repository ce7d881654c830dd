import type { LucideIcon } from 'lucide-react';
import type { OpenedThing } from '#src/client/admin/opened-things.ts';
import type { Allowed } from '#src/wire/access/roles.ts';

export type Choice = {
  key: string;
  name: string;
  detail?: string;
  /** The search finds these words besides, and nothing shows them. */
  words?: string;
  icon: LucideIcon;
  run: () => void;
  /** Who may not is not offered it. */
  allow?: Allowed;
  /** This browser remembers it as opened. */
  opens?: OpenedThing;
};

export type ChoiceGroup = { name: string; choices: Choice[] };

export function goTo(address: string): () => void {
  return () => location.assign(address);
}
