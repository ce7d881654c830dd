import { dismissToast, type Toast } from '#src/client/toast.ts';

/** The words of a toast, where the code that draws and times it did not arrive. It stays until it is closed. */
export function PlainToast({ toast }: { toast: Toast }) {
  if (!toast.isOpen) return null;
  return (
    <div
      key={toast.id}
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-sm rounded-card border border-line bg-surface p-4 text-sm shadow-float sm:right-6 sm:bottom-6 sm:left-auto sm:w-96"
    >
      <p className="font-semibold">{toast.title}</p>
      {toast.description && <p className="mt-0.5 text-muted">{toast.description}</p>}
      <div className="mt-2 flex gap-4 font-semibold text-link underline underline-offset-4">
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
  );
}
