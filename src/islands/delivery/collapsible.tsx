import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** Opens without scripts. */
export function Collapsible({
  title,
  id,
  isOpen,
  children,
}: {
  title: ReactNode;
  id?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details id={id} open={isOpen} className="group/folded border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 py-2 font-semibold text-[.9375rem] text-link [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform duration-150 group-open/folded:rotate-90"
        />
        {title}
      </summary>
      <div className="pb-4 pl-5.5">{children}</div>
    </details>
  );
}
