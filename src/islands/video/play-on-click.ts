import { showNotice } from '#src/client/storefront-notice.ts';
import { UNEXPECTED } from './video-notices.ts';
import { noticeAgainst, readVideoSource } from './video-source.ts';

/** Swaps the picture for the player when its button is pressed. React and the video arrive with that click and not before. */
export function playOnClick(screen: HTMLElement): void {
  const button = screen.querySelector('button');
  const stage = screen.querySelector<HTMLElement>('[data-stage]');
  if (!button || !stage) return;
  const source = readVideoSource(screen.dataset['video'] ?? '');
  const name = screen.dataset['name'] ?? '';

  button.addEventListener('click', () => {
    const notice = noticeAgainst(source);
    if (notice) return showNotice(notice);
    if (button.ariaBusy === 'true' || !('address' in source)) return;
    button.ariaBusy = 'true';
    import('./open-player.tsx')
      .then(({ openPlayer }) => {
        screen.dataset['playing'] = '';
        openPlayer(stage, { source, name, onEnd: close });
      })
      .catch((error: unknown) => {
        console.error('Falha ao abrir o player de vídeo:', error);
        close();
        showNotice(UNEXPECTED);
      })
      .finally(() => {
        button.ariaBusy = 'false';
      });
  });

  function close(): void {
    delete screen.dataset['playing'];
    button?.focus();
  }
}
