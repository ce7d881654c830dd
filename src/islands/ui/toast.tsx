import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { showLeftToast } from '#src/client/left-toast.ts';
import { $toast } from '#src/client/toast.ts';
import { onFirstTouch } from './on-first-touch.ts';

const loadView = () => import('./toast-view.tsx');
const ToastView = lazy(loadView);

/** The page's one toast. An island of its own, once per page; whoever has something to say calls `showToast`. */
export function Toaster() {
  const toast = useStore($toast, { ssr: 'initial' });
  // Toasts answer what a person does.
  useEffect(() => onFirstTouch(loadView), []);
  useEffect(showLeftToast, []);
  return (
    toast && (
      <Suspense>
        <ToastView toast={toast} />
      </Suspense>
    )
  );
}
