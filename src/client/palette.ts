import { atom } from 'nanostores';

/** Whether the search over everything is wanted: the sidebar, the phone's bar and the keyboard all ask for the same one. */
export const $isPaletteOpen = atom(false);

export function openPalette(): void {
  $isPaletteOpen.set(true);
}

export function closePalette(): void {
  $isPaletteOpen.set(false);
}
