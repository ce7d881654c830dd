/**
 * For the window below a `ConfirmDialog`: Radix learns of a new layer a moment after it took the focus, and until then Escape
 * would close the window below it.
 */
export function leaveEscapeToQuestion(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof Element && target.closest('[role="alertdialog"]')) event.preventDefault();
}
