import { Tabs as Primitive } from 'radix-ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';

type Props = {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  tabs: readonly { value: string; label: string; mark?: TabMark | null }[];
  /** They stay in view in a window that scrolls. */
  isPinned?: boolean;
  children: ReactNode;
};

/** A dot beside the name. */
type TabMark = 'changed' | 'wrong';

export function Tabs({ label, value, onChange, tabs, isPinned = false, children }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[id$="-tab-${value}"]`);
    if (isPinned) chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value, isPinned]);
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
      {/* Radix would write a `style` attribute here, which the CSP forbids in the server's HTML. */}
      <Primitive.List
        ref={list}
        aria-label={label}
        style={{ outline: undefined }}
        className={`flex gap-1 overflow-x-auto border-b border-line max-sm:gap-0 ${isPinned ? PINNED : ''}`}
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
            {tab.mark && <span aria-hidden className={`size-2 shrink-0 rounded-full ${MARKS[tab.mark].color}`} />}
            {tab.mark && <span className="sr-only">{MARKS[tab.mark].words}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${value}`}
        className={`pt-4 ${isPinned ? BELOW_PINNED : ''}`}
      >
        {children}
      </div>
    </Primitive.Root>
  );
}

const MARKS: Record<TabMark, { color: string; words: string }> = {
  changed: { color: 'bg-warning', words: 'com alterações' },
  wrong: { color: 'bg-danger', words: 'com algo para corrigir' },
};

/** The tabs are as wide as the window, whose padding they stand in. */
const PINNED = 'sticky -top-5 z-10 -mx-5 bg-surface px-5 sm:-mx-6 sm:px-6';
/** The focus must not lie under the tabs. */
const BELOW_PINNED = '[&_:is(input,textarea,button,a)]:scroll-mt-18';

/** Radix focuses a clicked tab by script, which browsers treat as keyboard focus. */
const PRESSED = 'data-pressed';
const TAB =
  'relative -mb-px inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm max-sm:px-2 text-muted transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2 data-pressed:outline-none data-[state=active]:border-foreground data-[state=active]:font-semibold data-[state=active]:text-foreground';
