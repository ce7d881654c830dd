import { useEffect, useRef, useState } from 'react';
import { NOT_LOADED } from './video-notices.ts';
import type { PlayerProps } from './video-source.ts';

/** A frame never says that it failed, only that it arrived. */
const PATIENCE_MS = 15_000;

/** A video that plays in a frame of another site. */
export function EmbeddedVideo({ address, title, onFail }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    frame.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (isLoaded) return;
    // Whoever has gone on meanwhile waits for no video.
    const timer = setTimeout(() => frame.current?.isConnected && onFail(NOT_LOADED), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, onFail]);

  return (
    <iframe
      ref={frame}
      className="size-full border-0 bg-black"
      src={address}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => setLoaded(true)}
      onError={() => onFail(NOT_LOADED)}
    />
  );
}
