import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type EmptyStateProps = { title: string; text: ReactNode; action?: ReactNode; icon?: LucideIcon };

export function EmptyState({ title, text, action, icon: Icon }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
      {Icon && <Icon aria-hidden strokeWidth={1.5} className="mb-2 size-8 text-muted" />}
      <p className="font-semibold">{title}</p>
      <p className="max-w-md text-sm text-balance text-muted">{text}</p>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
