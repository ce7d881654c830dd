import { Tooltip as Primitive } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, use } from 'react';

/** `children` must be one element. */
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
  return use(Grouped) ? tooltip : <Primitive.Provider>{tooltip}</Primitive.Provider>;
}

/** Neighbors share Radix's delays: 700 ms for the first tooltip, none for the next within 300 ms. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider>
      <Grouped value={true}>{children}</Grouped>
    </Primitive.Provider>
  );
}

const Grouped = createContext(false);
