import { hex, mix, stops } from './picture-palettes.ts';
import { bell, curve, diamond, line, type Point, panel, round, steps } from './picture-shapes.ts';
import { footY, type Stage, width } from './picture-stage.ts';

export function ondaAudio({ random, playheadX, palette }: Stage): string {
  const center = 350;
  const bars = steps(80).map((step) => {
    const x = 8 + step * 16;
    const phrase = Math.abs(Math.sin(step * 0.115 + 0.5)) ** 1.3 * (0.55 + 0.45 * Math.sin(step * 0.61) ** 2);
    const half = 12 + 205 * phrase * (0.72 + 0.28 * random());
    const isPlayed = x < playheadX;
    return `<rect x="${x - 4}" y="${round(center - half)}" width="8" height="${round(half * 2)}" rx="4" fill="${isPlayed ? '#fff' : hex(palette.spark)}" fill-opacity="${isPlayed ? 0.94 : 0.5}"/>`;
  });
  const beats = steps(7).map((beat) => {
    const x = 96 + beat * 182;
    return `<path d="M${x} 92V${footY}" stroke="#fff" stroke-opacity=".16" stroke-width="2" stroke-dasharray="3 9"/>${diamond(x, 88, 11, beat < 3 ? '#fff' : hex(palette.light))}`;
  });
  return `<path d="M0 ${center}H${width}" stroke="#fff" stroke-opacity=".3" stroke-width="2"/>${beats.join('')}${bars.join('')}`;
}

export function curvaMotion({ palette }: Stage): string {
  const ease = (t: number): Point => {
    const u = 1 - t;
    const at = (a: number, b: number, c: number, d: number) =>
      u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d;
    return [at(120, 620, 560, 1100), at(520, 520, 150, 150)];
  };
  const grid = [
    ...steps(8).map((step) =>
      line([
        [120 + step * 140, 90],
        [120 + step * 140, 580],
      ]),
    ),
    ...steps(5).map((step) =>
      line([
        [60, 120 + step * 108],
        [1220, 120 + step * 108],
      ]),
    ),
  ].join('');
  const ghosts = steps(11).map((step) => {
    const [x, y] = ease(step / 10);
    const size = 34 + step * 3.6;
    return `<rect x="${round(x - size)}" y="${round(y - size)}" width="${round(size * 2)}" height="${round(size * 2)}" rx="18" fill="${mix(palette.light, palette.spark, step / 10)}" fill-opacity="${round(0.06 + step * 0.03)}" stroke="#fff" stroke-opacity="${round(0.1 + step * 0.05)}" stroke-width="2" transform="rotate(${step * 9} ${round(x)} ${round(y)})"/>`;
  });
  return `<path d="${grid}" stroke="#fff" stroke-opacity=".1" stroke-width="2"/>${ghosts.join('')}
<path d="M120 520H480M1100 150H700" stroke="#fff" stroke-opacity=".65" stroke-width="3"/>
<path d="M-10 520H120C620 520 560 150 1100 150H1300" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/>
<circle cx="480" cy="520" r="12" fill="#071013" stroke="#fff" stroke-width="4"/><circle cx="700" cy="150" r="12" fill="#071013" stroke="#fff" stroke-width="4"/>
${diamond(120, 520, 22, '#071013', '#fff')}${diamond(1100, 150, 22, '#071013', '#fff')}`;
}

export function mapaVivo({ random, palette }: Stage): string {
  const hills = steps(16).map((hill) => ({
    x: ((hill % 4) + random()) * 320,
    y: (Math.floor(hill / 4) + random()) * 170,
    spread: 90 + random() * 90,
    lift: (hill + (hill >> 2)) % 2 ? 1 : -0.9,
  }));
  const level = (x: number, y: number) =>
    hills.reduce(
      (sum, hill) => sum + hill.lift * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / (2 * hill.spread ** 2)),
      0,
    );
  const contours = steps(10).map((step) => {
    const isMain = step % 3 === 0;
    return `<path d="${contour(level, -0.82 + step * 0.19)}" fill="none" stroke="#fff" stroke-opacity="${isMain ? 0.42 : 0.2}" stroke-width="${isMain ? 3 : 2}"/>`;
  });
  const stopsOfRoute: Point[] = [
    [150, 500],
    [330, 380],
    [520, 430],
    [700, 290],
    [890, 330],
    [1090, 170],
  ];
  const route = curve(stopsOfRoute);
  const pins = stopsOfRoute.map(([x, y], index) =>
    index % 2 && index < 5
      ? ''
      : `<circle cx="${x}" cy="${y}" r="30" fill="${hex(palette.spark)}" fill-opacity=".22"/><circle cx="${x}" cy="${y}" r="13" fill="#071013" stroke="#fff" stroke-width="5"/>`,
  );
  return `${contours.join('')}<path d="${route}" fill="none" stroke="#04121a" stroke-opacity=".35" stroke-width="18" stroke-linecap="round"/>
<path d="${route}" fill="none" stroke="${hex(palette.spark)}" stroke-width="7" stroke-linecap="round" stroke-dasharray="26 16"/>${pins.join('')}
<path d="M1090 152c-34-42-44-58-44-80a44 44 0 0 1 88 0c0 22-10 38-44 80z" fill="#fff"/><circle cx="1090" cy="72" r="17" fill="${hex(palette.shadow)}"/>`;
}

export function lote({ palette, random }: Stage): string {
  const frames = [
    { x: 70, y: 130, w: 500, h: 281, done: 1 },
    { x: 612, y: 90, w: 214, h: 380, done: 0.82 },
    { x: 868, y: 130, w: 168, h: 210, done: 0.56 },
    { x: 1066, y: 130, w: 150, h: 150, done: 0.3 },
  ];
  return frames
    .map(({ x, y, w, h, done }, index) => {
      const sun = Math.min(w, h) * 0.24;
      const hill = curve(
        steps(9).map(
          (step): Point => [
            x + (step * w) / 8,
            y + h * (0.68 + 0.07 * Math.sin(step * 1.1 + index)) + bell(random) * 4,
          ],
        ),
      );
      return `<linearGradient id="shot${index}" x1="0" y1="0" x2=".3" y2="1">${stops([palette.middle, palette.light, palette.spark])}</linearGradient>
<clipPath id="frame${index}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="16"/></clipPath>
<rect x="${x + 6}" y="${y + 16}" width="${w}" height="${h}" rx="20" fill="#12030a" fill-opacity=".34"/>
<g clip-path="url(#frame${index})"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="url(#shot${index})"/>
<circle cx="${round(x + w * 0.62)}" cy="${round(y + h * 0.42)}" r="${round(sun)}" fill="#fff3dd" fill-opacity=".9"/>
<path d="${hill}V${y + h}H${x}Z" fill="${hex(palette.shadow)}" fill-opacity=".92"/></g>
<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="16" fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="4"/>
${panel(x, 516, w, 20, 10, 0.5)}<rect x="${x}" y="516" width="${round(w * done)}" height="20" rx="10" fill="#fff" fill-opacity="${done === 1 ? 0.95 : 0.75}"/>`;
    })
    .join('');
}

/** Marching squares draw it; unjoined segments are enough for a hairline. */
function contour(level: (x: number, y: number) => number, height: number): string {
  const cell = 16;
  const segments: string[] = [];
  for (let x = 0; x < width; x += cell) {
    for (let y = 0; y < footY; y += cell) {
      const corners: [Point, Point, Point, Point] = [
        [x, y],
        [x + cell, y],
        [x + cell, y + cell],
        [x, y + cell],
      ];
      const crossings = corners.flatMap((from, index): Point[] => {
        const to = corners[(index + 1) % 4] ?? from;
        const [a, b] = [level(...from) - height, level(...to) - height];
        return a * b < 0
          ? [[from[0] + ((to[0] - from[0]) * a) / (a - b), from[1] + ((to[1] - from[1]) * a) / (a - b)]]
          : [];
      });
      if (crossings.length === 2) segments.push(line(crossings));
    }
  }
  return segments.join('');
}
