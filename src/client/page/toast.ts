import { atom } from 'nanostores';

export type ToastTone = 'neutral' | 'success' | 'warning' | 'danger';

export type Toast = {
  id: number;
  title: string;
  description: string | null;
  tone: ToastTone;
  durationMs: number;
  action: { label: string; run: () => void } | null;
  /** A dismissed toast stays in the store so that it can animate out. */
  isOpen: boolean;
};

export type ToastRequest = { title: string } & Partial<Pick<Toast, 'description' | 'tone' | 'durationMs' | 'action'>>;

export const $toast = atom<Toast | null>(null);

export const TOAST_DURATION_MS = 5_000;

const TOAST_REMOVAL_MS = 1_000_000;

export function showToast(request: ToastRequest): void {
  const id = ($toast.get()?.id ?? 0) + 1;
  $toast.set({
    description: null,
    tone: 'neutral',
    durationMs: TOAST_DURATION_MS,
    action: null,
    ...request,
    id,
    isOpen: true,
  });
}

export function dismissFailure(): void {
  if ($toast.get()?.tone === 'danger') dismissToast();
}

export function dismissToast(): void {
  const toast = $toast.get();
  if (!toast?.isOpen) return;
  $toast.set({ ...toast, isOpen: false });
  setTimeout(() => {
    if ($toast.get()?.id === toast.id) $toast.set(null);
  }, TOAST_REMOVAL_MS);
}
