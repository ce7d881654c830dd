import { type ReactNode, useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';

/** Cards show the first five rows of a table, and the others with the pager at a touch. */
export function FirstRows({ count, children }: { count: number; children: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  const isFolded = !isWhole && count > 5;
  return (
    <div className="@container grid grid-cols-1 gap-3">
      <div className={isFolded ? FOLDED : ''}>{children}</div>
      {isFolded && (
        <div className="@2xl:hidden">
          <Button size="small" onClick={() => setWhole(true)}>
            Mostrar todas
          </Button>
        </div>
      )}
    </div>
  );
}

const FOLDED = '@max-2xl:[&_tbody_tr:nth-child(n+6)]:hidden @max-2xl:[&_div:has(>[role=status])]:hidden';
