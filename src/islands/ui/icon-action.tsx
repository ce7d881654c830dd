import type { LucideIcon } from 'lucide-react';
import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';

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

/** `children` must be one element. */
function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Primitive.Provider>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-md bg-foreground px-2 py-1 text-background text-mini shadow-card"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
