/**
 * Plays the demonstration whose button is pressed, wherever on the page it is by then. Even the code that knows how comes with
 * the click; where it does not come, the video opens by itself.
 */
export function playOnDemand(): void {
  addEventListener('click', ({ target }) => {
    const screen = target instanceof Element ? target.closest('button')?.closest<HTMLElement>('[data-screen]') : null;
    if (!screen) return;
    import('./play-on-click.ts').then(
      ({ play }) => play(screen),
      () => open(screen.dataset['video'], '_blank', 'noopener'),
    );
  });
}
