import { Ellipsis, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';

export type MenuAction = {
  label: string;
  icon: LucideIcon;
  /** Stands below a line, at the end. */
  tone?: 'danger';
} & ({ run: () => void; href?: undefined } | { href: string; isDownload?: boolean });

type Props = { label: string; actions: readonly MenuAction[]; className?: string };

/** A permanent '⋯'; an action runs once the menu has given the focus back, so that its dialog returns it here. */
export function Menu({ label, actions, className = '' }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<(() => void) | null>(null);
  const usual = actions.filter(({ tone }) => tone === undefined);
  const dangerous = actions.filter(({ tone }) => tone === 'danger');
  const choose = (run: () => void) => {
    chosen.current = run;
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger ref={trigger} aria-label={label} className={`${TRIGGER} ${className}`}>
        <Ellipsis aria-hidden className="size-4.5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            trigger.current?.focus({ preventScroll: true });
            chosen.current?.();
            chosen.current = null;
          }}
          className="z-50 min-w-48 max-w-[calc(100vw-1rem)] animate-enter rounded-card border border-line bg-surface p-1.5 text-foreground shadow-float"
        >
          {usual.map((action) => (
            <Item key={action.label} action={action} onChoose={choose} />
          ))}
          {usual.length > 0 && dangerous.length > 0 && <DropdownMenu.Separator className="my-1.5 h-px bg-line" />}
          {dangerous.map((action) => (
            <Item key={action.label} action={action} onChoose={choose} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ action, onChoose }: { action: MenuAction; onChoose: (run: () => void) => void }) {
  const { label, icon: Icon, tone } = action;
  const look = `${ITEM} ${tone === 'danger' ? 'text-danger' : ''}`;
  const words = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
    </>
  );
  if (action.href !== undefined) {
    return (
      <DropdownMenu.Item asChild>
        <a href={action.href} download={action.isDownload} className={look}>
          {words}
        </a>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item className={look} onSelect={() => onChoose(action.run)}>
      {words}
    </DropdownMenu.Item>
  );
}

const TRIGGER =
  'inline-grid size-9 shrink-0 cursor-pointer place-items-center rounded-field text-muted transition-colors duration-150 hover:bg-raised hover:text-foreground data-[state=open]:bg-raised data-[state=open]:text-foreground';
const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-[.5rem] px-2.5 text-sm outline-none select-none data-highlighted:bg-raised max-sm:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]';
