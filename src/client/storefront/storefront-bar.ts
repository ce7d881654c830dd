import { $theme, chooseTheme, rememberTheme, THEMES, type Theme } from '../page/theme.ts';

const THEME_NAMES: Record<Theme, string> = { light: 'claro', dark: 'escuro', system: 'do sistema' };

export function startTopBar(): void {
  rememberTheme();
  const trigger = document.querySelector<HTMLElement>('[popovertarget=theme-menu]');
  const menu = document.getElementById('theme-menu');
  const options = [...(menu?.querySelectorAll<HTMLButtonElement>('button[value]') ?? [])];
  for (const option of options) {
    option.addEventListener('click', () => {
      const theme = THEMES.find((name) => name === option.value);
      if (theme) chooseTheme(theme);
      menu?.hidePopover();
    });
  }
  $theme.subscribe((theme) => {
    trigger?.setAttribute('aria-label', `Tema: ${THEME_NAMES[theme]}`);
    for (const option of options) option.setAttribute('aria-pressed', String(option.value === theme));
  });

  const links = document.getElementById('site-menu');
  links?.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) links.hidePopover();
  });
}
