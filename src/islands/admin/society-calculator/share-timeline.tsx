import type { Share } from '#src/wire/split.ts';

/** The shares as clips on a timeline, one after the other. The amounts stand below as text. */
export function ShareTimeline({ shares, isLoss }: { shares: Share[]; isLoss: boolean }) {
  const clips = shares.map((share, at) => ({
    ...share,
    start: shares.slice(0, at).reduce((sum, { percent }) => sum + percent, 0),
  }));
  return (
    <div aria-hidden="true" className="min-h-17">
      <div className="ruler" />
      <svg className="mt-1 h-14 w-full rounded-[.5rem] bg-background" role="presentation">
        <defs>
          <pattern id="loss" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="3" height="8" className="fill-background/60" />
          </pattern>
        </defs>
        {clips.map(({ percent, start }, at) => (
          <g key={start}>
            <rect {...placeOf(start, percent)} rx="6" className={`${CLIPS[at]} ${EDGE}`} />
            {isLoss && <rect {...placeOf(start, percent)} rx="6" fill="url(#loss)" className={EDGE} />}
            <rect x={`${start}%`} y="9" width="3" height="38" className="translate-x-1 fill-white/70" rx="1.5" />
          </g>
        ))}
      </svg>
    </div>
  );
}

function placeOf(start: number, percent: number) {
  return { x: `${start}%`, y: '1', width: `${percent}%`, height: '54' };
}

/** What separates two clips is the colour of the track. */
const EDGE = 'stroke-surface stroke-2';
const CLIPS = ['fill-petrol-700', 'fill-sand-500', 'fill-petrol-500'];
