import { useEffect, useRef } from 'react';
import { type StorefrontNotice, showNotice } from '#src/client/storefront/storefront-notice.ts';
import { NO_PLAYER, NOT_AVAILABLE, NOT_LOADED, NOT_STARTED, UNEXPECTED } from './video-notices.ts';
import type { PlayerProps } from './video-source.ts';

const AUTOPLAY_DELAY_MS = 100;

export function LocalVideo({ address, title, onFail }: PlayerProps) {
  const player = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    player.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      const video = player.current;
      if (!video?.isConnected) return onFail(NO_PLAYER);
      void start(video).then((notice) => {
        if (notice === NOT_STARTED) showNotice(notice);
        else if (notice) onFail(notice);
      });
    }, AUTOPLAY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [onFail]);

  return (
    // biome-ignore lint/a11y/useMediaCaption: a demonstration is uploaded as one file, which carries its words in the picture.
    <video
      ref={player}
      className="size-full bg-black object-contain"
      src={address}
      aria-label={title}
      controls
      playsInline
      onError={() => void whyNotLoaded(address).then(onFail)}
    />
  );
}

async function start(video: HTMLVideoElement): Promise<StorefrontNotice | null> {
  try {
    await video.play();
    return null;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // The element was removed, or its own error event says more.
    if (name === 'AbortError' || name === 'NotSupportedError') return null;
    console.error('O vídeo não começou sozinho:', error);
    return name === 'NotAllowedError' ? NOT_STARTED : UNEXPECTED;
  }
}

async function whyNotLoaded(address: string): Promise<StorefrontNotice> {
  try {
    const { status } = await fetch(address, { method: 'HEAD' });
    console.error(`O vídeo ${address} não pôde ser aberto (resposta ${status}).`);
    return status === 404 || status === 410 ? NOT_AVAILABLE : NOT_LOADED;
  } catch (error) {
    console.error('O vídeo não pôde ser alcançado:', error);
    return NOT_LOADED;
  }
}
