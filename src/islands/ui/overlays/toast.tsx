import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { showToastOfLastPage } from '#src/client/page/next-page-toast.ts';
import { $toast, type Toast } from '#src/client/page/toast.ts';
import { onFirstInteraction } from '../on-first-interaction.ts';
import { PlainToast } from './plain-toast.tsx';

const loadView = () => import('./toast-view.tsx');
const ToastView = lazy<ComponentType<{ toast: Toast }>>(() => loadView().catch(showPlainToast));

/** A page has one; call `showToast` to show something. */
export function Toaster() {
  const toast = useStore($toast, { ssr: 'initial' });
  useEffect(() => onFirstInteraction(loadView), []);
  useEffect(showToastOfLastPage, []);
  return (
    toast && (
      <Suspense>
        <ToastView toast={toast} />
      </Suspense>
    )
  );
}

function showPlainToast(error: unknown): { default: typeof PlainToast } {
  console.error('O aviso aparece sem o seu visual, que não pôde ser carregado:', error);
  return { default: PlainToast };
}
