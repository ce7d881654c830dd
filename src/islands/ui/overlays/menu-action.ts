import type { LucideIcon } from 'lucide-react';

export type MenuAction = {
  label: string;
  icon: LucideIcon;
  /** It stands below a line, at the end. */
  tone?: 'danger';
} & ({ run: () => void; href?: undefined } | { href: string; isDownload?: boolean });

export type OpenMenuProps = {
  label: string;
  actions: readonly MenuAction[];
  container: HTMLElement | undefined;
  /** The menu then begins at the first action. */
  isByKeyboard: boolean;
  /** The choice runs once the menu is gone. */
  onClose: (run: (() => void) | null) => void;
};
