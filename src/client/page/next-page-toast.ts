import { showToast, type ToastRequest } from './toast.ts';

const NAME = 'toast';

export function toastOnNextPage(toast: Pick<ToastRequest, 'title' | 'description' | 'tone'>): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(toast));
  } catch (error) {
    console.warn('O aviso não passa para a próxima página:', error);
  }
}

export function showToastOfLastPage(): void {
  try {
    const text = sessionStorage.getItem(NAME);
    if (!text) return;
    sessionStorage.removeItem(NAME);
    showToast(JSON.parse(text));
  } catch (error) {
    console.warn('O aviso da página anterior não pôde ser lido:', error);
  }
}
