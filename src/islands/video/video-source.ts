import { youtubeId } from '#src/wire/youtube.ts';

/** Where a demonstration plays: our own file, YouTube's frame, or nowhere. */
export type VideoSource =
  | { kind: 'file'; address: string }
  | { kind: 'frame'; address: string }
  | { kind: 'missing' }
  | { kind: 'refused' };

/**
 * Reads a product's video address. `/uploads/…` is our file; YouTube in any of its spellings becomes its frame without
 * cookies, told to start by itself. Every other host is refused, as the page's `frame-src` would refuse it.
 */
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

const UPLOADS = '/uploads/';
