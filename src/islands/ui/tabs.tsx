import { Tabs as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type Props = {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  tabs: readonly { value: string; label: string }[];
  children: ReactNode;
};

export function Tabs({ label, value, onChange, tabs, children }: Props) {
  const id = useId();
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
      {/* Radix would write a `style` attribute here, which the CSP forbids in the server's HTML. */}
      <Primitive.List
        aria-label={label}
        style={{ outline: undefined }}
        className="flex gap-1 overflow-x-auto border-b border-line max-sm:gap-0"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            id={`${id}-tab-${tab.value}`}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            onMouseDown={({ currentTarget }) => currentTarget.toggleAttribute(PRESSED, true)}
            onKeyDown={({ currentTarget }) => currentTarget.removeAttribute(PRESSED)}
            onBlur={({ currentTarget }) => currentTarget.removeAttribute(PRESSED)}
            className={TAB}
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} className="pt-4">
        {children}
      </div>
    </Primitive.Root>
  );
}

/** Radix focuses a clicked tab by script, which browsers treat as keyboard focus. */
const PRESSED = 'data-pressed';
const TAB =
  'relative -mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm max-sm:px-2 text-muted transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2 data-pressed:outline-none data-[state=active]:border-foreground data-[state=active]:font-semibold data-[state=active]:text-foreground';
