import { formatFileSize, formatSent } from '#src/wire/basics/file-size.ts';

export type Progress = { sentBytes: number; totalBytes: number; bytesPerSecond: number | null };

/** Writes `132 de 480 MB · faltam 2 min · 2,9 MB/s`. */
export function progressText({ sentBytes, totalBytes, bytesPerSecond }: Progress): string {
  const sent = formatSent(sentBytes, totalBytes);
  if (!bytesPerSecond) return sent;
  const rest = restText((totalBytes - sentBytes) / bytesPerSecond);
  return `${sent} · ${rest} · ${formatFileSize(bytesPerSecond)}/s`;
}

export function percentOf({ sentBytes, totalBytes }: Progress): number {
  return totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
}

function restText(seconds: number): string {
  if (seconds < 60) return 'falta menos de 1 min';
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'falta 1 min' : `faltam ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const restOfHour = minutes % 60;
  return `${hours === 1 ? 'falta' : 'faltam'} ${hours} h${restOfHour ? ` ${restOfHour} min` : ''}`;
}

type Sample = { atMs: number; sentBytes: number };

const WINDOW_MS = 8_000;
const SHORTEST_MS = 1_000;

/** Tells the speed of the last seconds, so that a short break does not make the rest jump. */
export function measureSpeed(): (sentBytes: number, atMs: number) => number | null {
  let samples: Sample[] = [];
  return (sentBytes, atMs) => {
    samples = [...samples.filter((sample) => atMs - sample.atMs <= WINDOW_MS), { atMs, sentBytes }];
    const [oldest] = samples;
    const tookMs = oldest ? atMs - oldest.atMs : 0;
    if (!oldest || tookMs < SHORTEST_MS || sentBytes <= oldest.sentBytes) return null;
    return ((sentBytes - oldest.sentBytes) / tookMs) * 1_000;
  };
}
