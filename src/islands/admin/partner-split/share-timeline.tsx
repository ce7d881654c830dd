import type { Share } from '#src/wire/affiliates/partner-split.ts';

export function ShareTimeline({ shares, isLoss }: { shares: Share[]; isLoss: boolean }) {
  const clips = shares.map((share, at) => ({
    ...share,
    start: shares.slice(0, at).reduce((sum, { percent }) => sum + percent, 0),
  }));
  return (
    <div className="min-h-17">
      <div className="ruler" />
      <svg className="mt-1 h-14 w-full rounded-[.5rem] bg-background" aria-hidden="true">
        <defs>
          <pattern id="loss" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="3" height="8" className="fill-background/60" />
          </pattern>
        </defs>
        {clips.map(({ percent, start }, at) => (
          <svg key={start} x={`${start}%`} width={`${percent}%`} height="100%" aria-hidden="true">
            <rect y="1" width="100%" height="54" rx="6" className={`${CLIPS[at]} ${EDGE}`} />
            {isLoss ? (
              <rect y="1" width="100%" height="54" rx="6" fill="url(#loss)" className={EDGE} />
            ) : (
              <text
                x="50%"
                y="50%"
                dominantBaseline="central"
                textAnchor="middle"
                className={`code text-mini ${WORDS[at]}`}
              >
                {percent}%
              </text>
            )}
          </svg>
        ))}
      </svg>
    </div>
  );
}

const EDGE = 'stroke-surface stroke-2';
const CLIPS = ['fill-petrol-700', 'fill-sand-300', 'fill-petrol-400'];
const WORDS = ['fill-white', 'fill-graphite-950', 'fill-graphite-950'];
