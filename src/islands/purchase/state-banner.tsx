import { CircleAlert, CircleCheck, Clock, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import type { PurchaseView, Tone } from './purchase-view.ts';

const STYLES = {
  warning: { Icon: Clock, frame: 'border-warning/45 bg-amber-400/18', sign: 'text-warning' },
  success: { Icon: CircleCheck, frame: 'border-success/45 bg-green-400/18', sign: 'text-success' },
  danger: { Icon: CircleAlert, frame: 'border-danger/45 bg-danger/10', sign: 'text-danger' },
  expired: { Icon: Clock, frame: 'border-line bg-surface', sign: 'text-muted' },
  neutral: { Icon: Undo2, frame: 'border-line bg-surface', sign: 'text-muted' },
} satisfies Record<Tone, { Icon: typeof Clock; frame: string; sign: string }>;

/** Keeps its element when the state changes, so that the colors animate. */
export function StateBanner({ view, place }: { view: PurchaseView; place: RefObject<HTMLDivElement | null> }) {
  const { Icon, frame, sign } = STYLES[view.tone];
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="status"
      className={`flex outline-none gap-3.5 rounded-panel border p-5 transition-colors duration-500 ease-cut ${frame}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-6 shrink-0 transition-colors duration-500 ${sign}`} />
      <div className="min-w-0">
        <h1 className="text-title-3">{view.title}</h1>
        <p className="mt-1.5">{view.sentence}</p>
      </div>
    </div>
  );
}
