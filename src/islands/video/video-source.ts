import type { StorefrontNotice } from '#src/client/storefront/storefront-notice.ts';
import { youtubeId } from '#src/wire/basics/youtube.ts';
import { NOT_AVAILABLE, NOT_LOADED } from './video-notices.ts';

export type VideoSource =
  | { kind: 'file'; address: string }
  | { kind: 'frame'; address: string }
  | { kind: 'missing' }
  | { kind: 'refused' };

/** `onFail` is called when there is nothing left to watch. */
export type PlayerProps = { address: string; title: string; onFail: (notice: StorefrontNotice) => void };

/** YouTube plays cookieless with autoplay; every other host is refused, as by the page's `frame-src`. */
export function readVideoSource(videoUrl: string): VideoSource {
  const address = videoUrl.trim();
  if (!address || address === UPLOADS) return { kind: 'missing' };
  if (address.startsWith(UPLOADS)) return { kind: 'file', address };
  if (!URL.canParse(address)) return { kind: 'refused' };
  const asked = new URL(address);
  const id = youtubeId(asked);
  if (!id) return { kind: 'refused' };
  const frame = new URL(`https://www.youtube-nocookie.com/embed/${id}`);
  for (const [name, value] of asked.searchParams) if (name !== 'v') frame.searchParams.append(name, value);
  frame.searchParams.set('autoplay', '1');
  return { kind: 'frame', address: frame.href };
}

export function whyNotPlayable({ kind }: VideoSource): StorefrontNotice | null {
  if (kind === 'missing') return NOT_AVAILABLE;
  return kind === 'refused' || (kind === 'frame' && !navigator.onLine) ? NOT_LOADED : null;
}

const UPLOADS = '/uploads/';
