/** Loads its code with the click; where that fails, the video opens by itself. */
export function playOnDemand(): void {
  addEventListener('click', ({ target }) => {
    const screen =
      target instanceof Element ? target.closest('.screen-button')?.closest<HTMLElement>('[data-screen]') : null;
    if (!screen) return;
    import('./play-on-click.ts').then(
      ({ play }) => play(screen),
      () => open(screen.dataset['video'], '_blank', 'noopener'),
    );
  });
}
