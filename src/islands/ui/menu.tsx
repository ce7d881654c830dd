import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactElement, useRef } from 'react';
import './style-nonce.ts';

type Item = { label: string; icon?: LucideIcon; onSelect: () => void; tone?: 'neutral' | 'danger' };

type Props = {
  label: string;
  /** The button that opens it: one element that takes a ref. */
  trigger: ReactElement;
  items: readonly Item[];
};

/** Further actions behind a button. */
export function Menu({ label, trigger, items }: Props) {
  const opener = useRef<HTMLButtonElement>(null);
  const chosen = useRef<Item | null>(null);
  // Acts once the menu has gone, so that a dialog gives the focus back to the button and not to an entry that is no more.
  const actOnceClosed = (event: Event) => {
    event.preventDefault();
    opener.current?.focus();
    const item = chosen.current;
    chosen.current = null;
    item?.onSelect();
  };
  return (
    <Primitive.Root>
      <Primitive.Trigger ref={opener} asChild>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={actOnceClosed}
          className="z-50 min-w-44 animate-enter rounded-card border border-line bg-surface p-1.5 text-foreground shadow-float"
        >
          {items.map((item) => (
            <Primitive.Item
              key={item.label}
              onSelect={() => {
                chosen.current = item;
              }}
              className={`${ITEM} ${item.tone === 'danger' ? 'text-danger' : ''}`}
            >
              {item.icon && <item.icon aria-hidden className="size-4 shrink-0" />}
              {item.label}
            </Primitive.Item>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const ITEM =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[.5rem] px-2.5 text-sm outline-none select-none data-highlighted:bg-raised';
