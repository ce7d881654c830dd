import { atom } from 'nanostores';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** `public/theme.js` turns it into the class of the root element. */
export const $theme = atom<Theme>('system');

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch (error) {
    console.warn('O tema vale só nesta página, o navegador não permite guardá-lo:', error);
  }
  $theme.set(theme);
  dispatchEvent(new CustomEvent('theme', { detail: theme }));
}

export function rememberTheme(): void {
  $theme.set(stored());
  addEventListener('storage', (event) => {
    if (event.key === 'theme' || event.key === null) $theme.set(stored());
  });
}

function stored(): Theme {
  try {
    const text = localStorage.getItem('theme');
    return THEMES.find((theme) => theme === text) ?? 'system';
  } catch (error) {
    console.warn('O navegador não permite ler o tema guardado:', error);
    return 'system';
  }
}
