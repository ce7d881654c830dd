/** Radix learns of a new layer late, so Escape would close the window below a `ConfirmDialog`. */
export function leaveEscapeToConfirmDialog(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof Element && target.closest('[role="alertdialog"]')) event.preventDefault();
}
