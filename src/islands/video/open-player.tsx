import { createRoot } from 'react-dom/client';
import { type StorefrontNotice, showNotice } from '#src/client/storefront/storefront-notice.ts';
import { EmbeddedVideo } from './embedded-video.tsx';
import { LocalVideo } from './local-video.tsx';
import { SplitVideo } from './split-video.tsx';
import { UNEXPECTED } from './video-notices.ts';

type Playable = { kind: 'file' | 'frame'; address: string };
type Opening = {
  source: Playable;
  name: string;
  /** A film whose left half is before and whose right half is after. */
  isSplit: boolean;
  onEnd: () => void;
};

/** Restores the picture when the video fails for good. */
export function openPlayer(stage: HTMLElement, { source, name, isSplit, onEnd }: Opening): void {
  const host = document.createElement('div');
  host.className = 'contents';
  stage.replaceChildren(host);
  const root = createRoot(host, {
    onUncaughtError: (error) => {
      console.error('Falha inesperada no player de vídeo:', error);
      stopWaiting(UNEXPECTED);
    },
  });
  const stopWaiting = (notice: StorefrontNotice) => {
    stage.replaceChildren();
    onEnd();
    showNotice(notice);
  };
  const fail = (notice: StorefrontNotice) => {
    root.unmount();
    stopWaiting(notice);
  };
  const title = `Demonstração de ${name}`;
  const Player = source.kind === 'frame' ? EmbeddedVideo : isSplit ? SplitVideo : LocalVideo;
  root.render(<Player address={source.address} title={title} onFail={fail} />);
}
