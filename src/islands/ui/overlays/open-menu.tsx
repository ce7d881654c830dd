import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import type { MenuAction, OpenMenuProps } from './menu-action.ts';

/** It is loaded when a menu is about to open, and stands where the button of `Menu` is. */
export function OpenMenu({ label, actions, container, isByKeyboard, onClose }: OpenMenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const usual = actions.filter(({ tone }) => tone === undefined);
  const dangerous = actions.filter(({ tone }) => tone === 'danger');
  const choose = (run: () => void) => {
    chosen.current = run;
  };
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => isOpen || onClose(chosen.current)}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          onFocus={({ target, currentTarget }) => {
            if (isByKeyboard && target === currentTarget) target.querySelector<HTMLElement>('[role=menuitem]')?.focus();
          }}
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            // Its own button closes it.
            if (event.target instanceof Element && event.target.closest('[data-menu-button][aria-expanded=true]')) {
              event.preventDefault();
            }
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

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-[.5rem] px-2.5 text-sm outline-none select-none data-highlighted:bg-raised max-sm:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText]';
