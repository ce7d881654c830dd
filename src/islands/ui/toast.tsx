import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { showLeftToast } from '#src/client/left-toast.ts';
import { $toast, type Toast } from '#src/client/toast.ts';
import { onFirstTouch } from './on-first-touch.ts';
import { PlainToast } from './plain-toast.tsx';

const loadView = () => import('./toast-view.tsx');
const ToastView = lazy<ComponentType<{ toast: Toast }>>(() => loadView().catch(plainly));

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

/** What was to be said is said all the same: often it is that the network is gone. */
function plainly(error: unknown): { default: typeof PlainToast } {
  console.error('O aviso aparece sem o seu visual, que não pôde ser carregado:', error);
  return { default: PlainToast };
}
