import { useEffect, useRef, useState } from 'react';
import { NOT_LOADED } from './video-notices.ts';
import type { PlayerProps } from './video-source.ts';

/** The film has both halves, so that before and after never drift apart; `client/storefront/comparison.ts` moves the playhead. */
export function SplitVideo({ address, title, onFail }: PlayerProps) {
  const film = useRef<HTMLVideoElement>(null);
  const before = useRef<HTMLCanvasElement>(null);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    const [video, canvas] = [film.current, before.current];
    return video && canvas ? drawLeftHalf(video, canvas) : undefined;
  }, []);
  const toggle = () => {
    if (isPaused) film.current?.play().catch(() => onFail(NOT_LOADED));
    else film.current?.pause();
  };
  return (
    <div className="comparison" data-comparison>
      <video
        ref={film}
        className="split-film"
        src={address}
        aria-label={title}
        autoPlay
        muted
        loop
        playsInline
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
        onError={() => onFail(NOT_LOADED)}
      />
      <canvas ref={before} className="comparison-before" aria-hidden />
      <span className="comparison-label">Antes</span>
      <span className="comparison-label comparison-after">Depois</span>
      <input
        type="range"
        className="comparison-range"
        step={5}
        defaultValue={30}
        aria-label={`Antes e depois: ${title}`}
      />
      <span className="comparison-playhead" aria-hidden />
      <button type="button" onClick={toggle} className="split-pause">
        <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
          <path d={isPaused ? PLAY : PAUSE} />
        </svg>
        <span className="sr-only">{isPaused ? 'Continuar' : 'Pausar'}</span>
      </button>
    </div>
  );
}

/** Icons of the library would go into the scripts of the checkout, too. */
const PLAY = 'M7 4v16l13-8z';
const PAUSE = 'M6 4h4v16H6zM14 4h4v16h-4z';

function drawLeftHalf(video: HTMLVideoElement, canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d');
  let asked = 0;
  const draw = () => {
    const [width, height] = [Math.floor(video.videoWidth / 2), video.videoHeight];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context?.drawImage(video, 0, 0, width, height, 0, 0, width, height);
    asked = video.requestVideoFrameCallback(draw);
  };
  asked = video.requestVideoFrameCallback(draw);
  return () => video.cancelVideoFrameCallback(asked);
}
