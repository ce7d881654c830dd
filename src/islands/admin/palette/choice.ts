import type { LucideIcon } from 'lucide-react';
import type { OpenedThing } from '#src/client/opened-things.ts';

export type Choice = {
  key: string;
  name: string;
  detail?: string;
  /** What it is found by besides, and does not show. */
  words?: string;
  icon: LucideIcon;
  run: () => void;
  /** What this browser remembers as opened. */
  opens?: OpenedThing;
};

export type ChoiceGroup = { name: string; choices: Choice[] };

export function goTo(address: string): () => void {
  return () => location.assign(address);
}
