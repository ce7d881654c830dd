import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { noWrap } from '../no-wrap.ts';

type NoticeTone = 'neutral' | 'success' | 'warning' | 'danger';

type Props = { tone: NoticeTone; title: string; className?: string; children?: ReactNode };

export function Notice({ tone, title, className = '', children }: Props) {
  const { Icon, frame, color } = LOOKS[tone];
  return (
    <div className={`flex items-start gap-3 rounded-card border p-4 ${frame} ${className}`}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-[.9375rem]">{title}</p>
        {children && (
          <div className="mt-0.5 text-sm text-muted">
            {Children.map(children, (child) => (typeof child === 'string' ? noWrap(child) : child))}
          </div>
        )}
      </div>
    </div>
  );
}

const LOOKS = {
  neutral: { Icon: Info, frame: 'border-line bg-surface', color: 'text-link' },
  success: { Icon: CircleCheck, frame: 'border-success/45 bg-green-400/14', color: 'text-success' },
  warning: { Icon: TriangleAlert, frame: 'border-warning/45 bg-amber-400/14', color: 'text-warning' },
  danger: { Icon: CircleAlert, frame: 'border-danger/45 bg-danger/8', color: 'text-danger' },
} satisfies Record<NoticeTone, { Icon: typeof Info; frame: string; color: string }>;
