import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { showLeftToast } from '#src/client/left-toast.ts';
import { $toast } from '#src/client/toast.ts';

const loadView = () => import('./toast-view.tsx');
const ToastView = lazy(loadView);

/** The page's one toast. An island of its own, once per page; whoever has something to say calls `showToast`. */
export function Toaster() {
  const toast = useStore($toast);
  useEffect(fetchViewOnFirstTouch, []);
  useEffect(showLeftToast, []);
  return (
    toast && (
      <Suspense>
        <ToastView toast={toast} />
      </Suspense>
    )
  );
}

/** Toasts answer what a person does: their code comes with the first touch, and is there when the network no longer is. */
function fetchViewOnFirstTouch(): () => void {
  const controller = new AbortController();
  const fetchView = () => {
    controller.abort();
    loadView().catch((error) => console.error('Não foi possível carregar os avisos:', error));
  };
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, fetchView, { signal: controller.signal });
  return () => controller.abort();
}
