import { createRoot } from 'react-dom/client';
import { type Notice, showNotice } from '#src/client/storefront-notice.ts';
import { EmbeddedVideo } from './EmbeddedVideo.tsx';
import { LocalVideo } from './LocalVideo.tsx';
import { UNEXPECTED } from './video-notices.ts';

type Playable = { kind: 'file' | 'frame'; address: string };
type Opening = { source: Playable; name: string; onEnd: () => void };

/** Puts the player on its stage. When the video fails for good, the notice says why and the picture comes back. */
export function openPlayer(stage: HTMLElement, { source, name, onEnd }: Opening): void {
  const host = document.createElement('div');
  host.className = 'contents';
  stage.replaceChildren(host);
  const root = createRoot(host, {
    onUncaughtError: (error) => {
      console.error('Falha inesperada no player de vídeo:', error);
      giveUp(UNEXPECTED);
    },
  });
  const giveUp = (notice: Notice) => {
    stage.replaceChildren();
    onEnd();
    showNotice(notice);
  };
  const fail = (notice: Notice) => {
    root.unmount();
    giveUp(notice);
  };
  const title = `Demonstração de ${name}`;
  root.render(
    source.kind === 'file' ? (
      <LocalVideo address={source.address} title={title} onFail={fail} />
    ) : (
      <EmbeddedVideo address={source.address} title={title} onFail={fail} />
    ),
  );
}
