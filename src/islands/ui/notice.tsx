import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type NoticeTone = 'neutral' | 'success' | 'warning' | 'danger';

/** A fact that stays in sight beside what it is about. */
export function Notice({ tone, title, children }: { tone: NoticeTone; title: string; children?: ReactNode }) {
  const { Icon, color } = SIGNS[tone];
  return (
    <div className="flex items-start gap-3 rounded-card border border-line bg-surface p-4">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-[.9375rem]">{title}</p>
        {children && <div className="mt-0.5 text-sm text-muted">{children}</div>}
      </div>
    </div>
  );
}

const SIGNS = {
  neutral: { Icon: Info, color: 'text-link' },
  success: { Icon: CircleCheck, color: 'text-success' },
  warning: { Icon: TriangleAlert, color: 'text-warning' },
  danger: { Icon: CircleAlert, color: 'text-danger' },
} satisfies Record<NoticeTone, { Icon: typeof Info; color: string }>;
