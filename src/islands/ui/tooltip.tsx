import { Tooltip as Primitive } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, use } from 'react';

/** A word beside a sign, for who points at it or focuses it. `children` is the one element that it belongs to. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const tooltip = (
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
  );
  return use(Neighbours) ? tooltip : <Primitive.Provider>{tooltip}</Primitive.Provider>;
}

/**
 * Signs that stand together. The primitive's own times are the shop's: 700 ms until the first word shows, and none for the
 * next sign within 300 ms.
 */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider>
      <Neighbours value={true}>{children}</Neighbours>
    </Primitive.Provider>
  );
}

const Neighbours = createContext(false);
