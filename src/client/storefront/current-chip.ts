/** The chips of a phone are a row that scrolls: this one comes into its middle. */
export function showCurrentChip(): void {
  const chip = document.querySelector<HTMLElement>('.chip[aria-current=page]');
  const row = chip?.parentElement;
  if (row) row.scrollLeft = chip.offsetLeft - row.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
}
