/** Returns false where the browser refuses, as `navigator.clipboard` does without https, and leaves `field` selected. */
export async function copyText(text: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(field);
  }
}

function copySelection(field: HTMLInputElement | HTMLTextAreaElement | null): boolean {
  if (!field) return false;
  const pressed = document.activeElement;
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand('copy');
  const isLeftSelected = !isCopied && field.ariaHidden !== 'true';
  if (!isLeftSelected && pressed instanceof HTMLElement) pressed.focus({ preventScroll: true });
  return isCopied;
}
