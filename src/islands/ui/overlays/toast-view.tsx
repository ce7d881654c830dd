import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import type { RefCallback } from 'react';
import { dismissToast, TOAST_DURATION_MS, type Toast as ToastState, type ToastTone } from '#src/client/page/toast.ts';
import { stayAboveFeet } from './stay-above-feet.ts';
import { TOAST_PLACE } from './toast-place.ts';

const shareToastHeight = shareHeight('--toast-height');
/** The toast stands beside a drawer where the screen has room for both. */
const PLACE_BESIDE_DRAWER = 'lg:[body:has([data-drawer])_&]:ml-0';

function placeViewport(element: HTMLElement | null) {
  const leave = [shareToastHeight(element), stayAboveFeet(element)];
  return () => {
    for (const stop of leave) stop?.();
  };
}

const SIGNS = {
  neutral: { Icon: Info, color: 'text-link' },
  success: { Icon: CircleCheck, color: 'text-success' },
  warning: { Icon: TriangleAlert, color: 'text-warning' },
  danger: { Icon: CircleAlert, color: 'text-danger' },
} satisfies Record<ToastTone, { Icon: typeof Info; color: string }>;

/** The server never renders it, since its CSP forbids Radix's styles. */
export default function ToastView({ toast }: { toast: ToastState }) {
  const { Icon, color } = SIGNS[toast.tone];
  return (
    <Toast.Provider duration={TOAST_DURATION_MS} label="Aviso" swipeDirection="down">
      <Toast.Root
        key={toast.id}
        open={toast.isOpen}
        onOpenChange={(isOpen) => !isOpen && dismissToast()}
        duration={toast.durationMs}
        type={toast.tone === 'danger' ? 'foreground' : 'background'}
        className="pointer-events-auto flex animate-enter items-start gap-3 rounded-card border border-line bg-surface p-4 text-foreground shadow-float data-[swipe=end]:translate-y-full data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y) data-[swipe=cancel]:transition-transform"
      >
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-semibold text-[.9375rem]">{toast.title}</Toast.Title>
          {toast.description && (
            <Toast.Description className="mt-0.5 text-muted text-sm">{toast.description}</Toast.Description>
          )}
          {toast.action && (
            <Toast.Action
              altText={toast.action.label}
              onClick={toast.action.run}
              className="mt-2 min-h-11 font-semibold link text-sm"
            >
              {toast.action.label}
            </Toast.Action>
          )}
        </div>
        <Toast.Close
          aria-label="Fechar aviso"
          className="-m-2 grid size-11 shrink-0 place-items-center rounded-field text-muted hover:text-foreground"
        >
          <X aria-hidden className="size-4" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        ref={placeViewport}
        label="Avisos ({hotkey})"
        className={`${TOAST_PLACE} ${PLACE_BESIDE_DRAWER} outline-none`}
      />
    </Toast.Provider>
  );
}

/** Keeps the height of an element in a variable of the page, for the style of what other islands draw. */
function shareHeight(name: `--${string}`): RefCallback<HTMLElement> {
  return (element) => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  };
}
