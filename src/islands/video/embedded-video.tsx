import { useEffect, useRef, useState } from 'react';
import { NOT_LOADED } from './video-notices.ts';
import type { PlayerProps } from './video-source.ts';

/** A frame reports that it loaded, but never that it failed. */
const LOAD_TIMEOUT_MS = 15_000;

export function EmbeddedVideo({ address, title, onFail }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);

  useEffect(() => {
    frame.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (isLoaded) return;
    // The visitor may have closed the player meanwhile.
    const timer = setTimeout(() => frame.current?.isConnected && onFail(NOT_LOADED), LOAD_TIMEOUT_MS);
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
