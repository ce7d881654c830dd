import { dismissToast, type Toast } from '#src/client/page/toast.ts';
import { TOAST_PLACE } from './toast-place.ts';

/** Replaces `ToastView` when its chunk fails to load; stays until it is closed. */
export function PlainToast({ toast }: { toast: Toast }) {
  if (!toast.isOpen) return null;
  return (
    <div className={TOAST_PLACE}>
      <div key={toast.id} role="alert" className="rounded-card border border-line bg-surface p-4 text-sm shadow-float">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="mt-0.5 text-muted">{toast.description}</p>}
        <div className="mt-2 flex gap-4 font-semibold link">
          {toast.action && (
            <button type="button" onClick={toast.action.run} className="min-h-11">
              {toast.action.label}
            </button>
          )}
          <button type="button" onClick={dismissToast} className="min-h-11">
            Fechar aviso
          </button>
        </div>
      </div>
    </div>
  );
}
