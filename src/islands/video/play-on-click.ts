import { showNotice } from '#src/client/storefront-notice.ts';
import { UNEXPECTED } from './video-notices.ts';
import { noticeAgainst, readVideoSource } from './video-source.ts';

/** Swaps the picture for the player when its button is pressed. React and the video arrive with that click and not before. */
export function playOnClick(screen: HTMLElement): void {
  screen.querySelector('button')?.addEventListener('click', () => play(screen));
}

/** Puts the player in the place of a screen's picture, or says why there is none. */
export function play(screen: HTMLElement): void {
  const button = screen.querySelector('button');
  const stage = screen.querySelector<HTMLElement>('[data-stage]');
  if (!button || !stage || button.ariaBusy === 'true') return;
  const source = readVideoSource(screen.dataset['video'] ?? '');
  const notice = noticeAgainst(source);
  if (notice) showNotice(notice);
  if (notice || !('address' in source)) return;
  button.ariaBusy = 'true';
  import('./open-player.tsx')
    .then(({ openPlayer }) => {
      screen.dataset['playing'] = '';
      openPlayer(stage, { source, name: screen.dataset['name'] ?? '', onEnd: close });
    })
    .catch((error: unknown) => {
      console.error('Falha ao abrir o player de vídeo:', error);
      close();
      showNotice(UNEXPECTED);
    })
    .finally(() => {
      button.ariaBusy = 'false';
    });

  function close(): void {
    delete screen.dataset['playing'];
    button?.focus();
  }
}
