/**
 * Copies a text. Answers false when the browser will not; `field` then holds it selected, ready to be copied by hand.
 * Without https there is no `navigator.clipboard`, so the old command on a selected field comes second.
 */
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
  field.focus({ preventScroll: true });
  field.select();
  return document.execCommand('copy');
}
