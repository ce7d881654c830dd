import { Play } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { type Notice, showNotice } from '#src/client/storefront-notice.ts';
import { UNEXPECTED } from '../video/video-notices.ts';
import { noticeAgainst, type PlayerProps, readVideoSource } from '../video/video-source.ts';

type Props = { videoUrl: string; name: string; image: string };
type Playing = { Player: ComponentType<PlayerProps>; address: string };

/** The demonstration where the buyer decides. Nothing of it, nor of another site, is loaded before the click. */
export function DemoVideo({ videoUrl, name, image }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [playing, setPlaying] = useState<Playing | null>(null);
  const [isFetching, setFetching] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  // The same for the player's whole life: it starts the video anew for another one.
  const fail = useCallback((notice: Notice) => {
    setPlaying(null);
    setFailed(true);
    showNotice(notice);
  }, []);

  // The button is there again only after the player has left.
  useEffect(() => {
    if (hasFailed && !playing) button.current?.focus();
  }, [hasFailed, playing]);

  async function play(): Promise<void> {
    const source = readVideoSource(videoUrl);
    const notice = noticeAgainst(source);
    if (notice) return showNotice(notice);
    if (isFetching || !('address' in source)) return;
    setFetching(true);
    setFailed(false);
    try {
      setPlaying({ Player: await PLAYERS[source.kind](), address: source.address });
    } catch (error) {
      console.error('Falha ao abrir o player de vídeo:', error);
      fail(UNEXPECTED);
    } finally {
      setFetching(false);
    }
  }

  return (
    <div className="screen mt-4 rounded-card shadow-none">
      <img src={image} alt="" width={1280} height={720} loading="lazy" className="size-full object-cover" />
      {playing ? (
        <div className="absolute inset-0">
          <playing.Player address={playing.address} title={`Demonstração de ${name}`} onFail={fail} />
        </div>
      ) : (
        <button
          ref={button}
          type="button"
          aria-busy={isFetching}
          onClick={() => void play()}
          className="screen-button needs-script rounded-card"
        >
          <span className="screen-play size-14">
            <Play aria-hidden className="ml-0.5 size-5 fill-current" />
          </span>
          <span className="sr-only">Assistir à demonstração de {name}</span>
        </button>
      )}
    </div>
  );
}

const PLAYERS = {
  file: () => import('../video/LocalVideo.tsx').then(({ LocalVideo }) => LocalVideo),
  frame: () => import('../video/EmbeddedVideo.tsx').then(({ EmbeddedVideo }) => EmbeddedVideo),
} satisfies Record<string, () => Promise<ComponentType<PlayerProps>>>;
