import { showNotice } from '#src/client/storefront/storefront-notice.ts';
import { UNEXPECTED } from './video-notices.ts';
import { readVideoSource, whyNotPlayable } from './video-source.ts';

export function playOnClick(screen: HTMLElement): void {
  screen.querySelector('button')?.addEventListener('click', () => play(screen));
}

export function play(screen: HTMLElement): void {
  const button = screen.querySelector('button');
  const stage = screen.querySelector<HTMLElement>('[data-stage]');
  if (!button || !stage || button.ariaBusy === 'true') return;
  const source = readVideoSource(screen.dataset['video'] ?? '');
  const notice = whyNotPlayable(source);
  if (notice) showNotice(notice);
  if (notice || !('address' in source)) return;
  button.ariaBusy = 'true';
  import('./open-player.tsx')
    .then(({ openPlayer }) => {
      screen.dataset['playing'] = '';
      const { name = '', split } = screen.dataset;
      openPlayer(stage, { source, name, isSplit: split !== undefined, onEnd: close });
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
