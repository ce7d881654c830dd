import { atom } from 'nanostores';

export const $isPaletteOpen = atom(false);

export function openPalette(): void {
  $isPaletteOpen.set(true);
}

export function closePalette(): void {
  $isPaletteOpen.set(false);
}
