import type { LucideIcon } from 'lucide-react';
import { Tooltip } from './overlays/tooltip.tsx';

type Props = {
  /** It is shown as tooltip and read by screen readers. */
  label: string;
  icon: LucideIcon;
  href?: string;
  onClick?: () => void;
  tone?: 'neutral' | 'danger';
  /** It stays in reach of the keyboard. */
  isDisabled?: boolean;
};

export function IconAction({ label, icon: Icon, href, onClick, tone = 'neutral', isDisabled = false }: Props) {
  const look = `${BASE_CLASS} ${tone === 'danger' ? 'hover:text-danger' : 'hover:text-foreground'}`;
  const sign = <Icon aria-hidden className="size-4" />;
  return (
    <Tooltip text={label}>
      {href ? (
        <a href={href} aria-label={label} className={look}>
          {sign}
        </a>
      ) : (
        <button
          type="button"
          aria-label={label}
          aria-disabled={isDisabled || undefined}
          onClick={isDisabled ? undefined : onClick}
          className={look}
        >
          {sign}
        </button>
      )}
    </Tooltip>
  );
}

const BASE_CLASS =
  'inline-grid size-9 shrink-0 max-sm:size-11 place-items-center rounded-field text-muted transition-colors duration-150 hover:bg-raised aria-disabled:cursor-not-allowed aria-disabled:opacity-40';
