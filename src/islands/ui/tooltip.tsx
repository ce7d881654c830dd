import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';

/** A word beside a sign, for who points at it or focuses it. `children` is the one element that it belongs to. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    // The primitive's own times are the shop's: 700 ms, and 300 ms from one to the next.
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
