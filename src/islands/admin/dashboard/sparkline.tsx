type Props = { values: readonly number[] };

/** The course of a figure that stands beside it in words; nothing where there is no course. */
export function Sparkline({ values }: Props) {
  const most = Math.max(...values);
  if (values.length < 2 || most <= 0) return null;
  const points = values.map((value, at) => ({
    x: EDGE + (at * (WIDTH - 2 * EDGE)) / (values.length - 1),
    y: HEIGHT - EDGE - (Math.max(0, value) * (HEIGHT - 2 * EDGE)) / most,
  }));
  const last = points.at(-1);
  return (
    <svg
      aria-hidden="true"
      data-sparkline
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="shrink-0"
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        className="fill-none stroke-petrol-600 dark:stroke-petrol-400"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {last && <circle cx={last.x} cy={last.y} r="2.5" className="fill-orange-500" />}
    </svg>
  );
}

const WIDTH = 96;
const HEIGHT = 32;
const EDGE = 3;
