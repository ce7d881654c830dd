import { hex, mix, stops } from './picture-palettes.ts';
import { bell, curve, line, type Point, round, steps } from './picture-shapes.ts';
import { footY, height, type Stage, width } from './picture-stage.ts';

export function recorteIa({ playheadX, palette }: Stage): string {
  const figure =
    'M360 640C368 540 420 492 508 470C556 458 574 440 572 404C540 372 520 322 520 262C520 168 574 104 650 104C728 104 782 166 782 256C782 318 762 370 730 402C728 440 746 458 794 470C882 492 932 540 940 640Z';
  const anchors: Point[] = [
    [508, 470],
    [572, 404],
    [520, 262],
    [650, 104],
    [782, 256],
    [730, 402],
    [794, 470],
    [919, 560],
    [384, 560],
  ];
  const handles = anchors.map(
    ([x, y]) =>
      `<rect x="${x - 9}" y="${y - 9}" width="18" height="18" rx="4" fill="#071013" stroke="#fff" stroke-width="4"/>`,
  );
  const x = round(playheadX);
  const corners = [
    [300, 60, 1, 1],
    [1000, 60, -1, 1],
    [300, 606, 1, -1],
    [1000, 606, -1, -1],
  ] as const;
  const brackets = corners.map(([left, top, dx, dy]) => `M${left + dx * 54} ${top}H${left}V${top + dy * 54}`).join('');
  return `<defs><pattern id="nothing" width="64" height="64" patternUnits="userSpaceOnUse"><rect width="64" height="64" fill="#fff" fill-opacity=".1"/><path d="M0 0h32v32H0zM32 32h32v32H32z" fill="#04101a" fill-opacity=".3"/></pattern>
<clipPath id="cut"><rect x="${x}" width="${width}" height="${footY}"/></clipPath><clipPath id="body"><path d="${figure}"/></clipPath>
<linearGradient id="skin" x1=".1" y1="1" x2=".9" y2="0">${stops([palette.shadow, [42, 0.1, 220], [84, 0.14, 160], palette.spark])}</linearGradient></defs>
<g clip-path="url(#cut)"><rect width="${width}" height="${height}" fill="url(#nothing)"/></g>
<path d="${figure}" fill="url(#skin)"/><g clip-path="url(#body)"><path d="M782 256C782 318 762 370 730 402C728 440 746 458 794 470C882 492 932 540 940 640H760C740 560 690 520 640 500C700 440 720 330 690 120Z" fill="#fff" fill-opacity=".16"/></g>
<path d="${figure}" fill="none" stroke="#fff" stroke-width="5" stroke-dasharray="20 13" stroke-linecap="round"/>${handles.join('')}
<path d="${brackets}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function grao16({ random }: Stage): string {
  const holes = steps(4).map(
    (row) => `<rect x="40" y="${44 + row * 164}" width="70" height="92" rx="18" fill="#f3fbff" fill-opacity=".92"/>`,
  );
  const grains = steps(900).map(
    () =>
      `<rect x="${round(170 + random() * 1080)}" y="${round(24 + random() * 592)}" width="3" height="3" fill="${random() > 0.5 ? '#fff' : '#00110c'}" fill-opacity="${round(0.1 + random() * 0.22)}"/>`,
  );
  const dust = steps(26).map(
    () =>
      `<ellipse cx="${round(190 + random() * 1040)}" cy="${round(40 + random() * 560)}" rx="${round(2 + random() * 5)}" ry="${round(1.5 + random() * 3)}" fill="#fff" fill-opacity="${round(0.45 + random() * 0.4)}" transform="rotate(${round(bell(random) * 4)})"/>`,
  );
  const lamps = (
    [
      [930, 236, 92],
      [610, 330, 46],
      [420, 382, 26],
    ] as const
  ).map(
    (
      [x, y, radius],
      index,
    ) => `<radialGradient id="lamp${index}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius * 3.4}"><stop offset="0" stop-color="#fffdf2"/><stop offset=".24" stop-color="#fff6d8"/><stop offset=".31" stop-color="#ffb066" stop-opacity=".9"/><stop offset=".48" stop-color="#ff5a2e" stop-opacity=".5"/><stop offset=".75" stop-color="#ff4a24" stop-opacity=".14"/><stop offset="1" stop-color="#ff4a24" stop-opacity="0"/></radialGradient>
<circle cx="${x}" cy="${y}" r="${radius * 3.4}" fill="url(#lamp${index})"/>`,
  );
  return `<rect width="150" height="${footY}" fill="#020a08" fill-opacity=".72"/>${holes.join('')}
<path d="M170 470C420 410 560 430 760 470S1120 520 1256 450V618H170Z" fill="#00150f" fill-opacity=".5"/>${lamps.join('')}${grains.join('')}${dust.join('')}
<path d="M1120 24V616M1126 24V300M356 330V616" stroke="#fff" stroke-opacity=".3" stroke-width="2.5"/><path d="M760 520c40-34 66 26 104-4s40-30 58 12" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="3.5" stroke-linecap="round"/>
<rect x="170" y="24" width="1086" height="592" rx="26" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4"/>`;
}

export function transita({ palette, random }: Stage): string {
  const slant = 190;
  let x = -230;
  const blades = steps(15).map((step) => {
    const span = 40 + 120 * Math.abs(Math.cos((step / 14) * Math.PI)) ** 1.5;
    const isNext = step % 2 === 1 ? step > 2 : step > 8;
    const lift = bell(random) * 34;
    const shape = line([
      [x + slant, -40],
      [x + slant + span - 5, -40],
      [x + span - 5, height],
      [x, height],
    ]);
    x += span;
    return `<path d="${shape}Z" fill="url(#${isNext ? 'next' : 'last'})" transform="translate(0 ${round(lift)})"/>`;
  });
  const streaks = steps(26).map(() => {
    const y = 30 + random() * 580;
    const start = 240 + random() * 620;
    return `<path d="M${round(start)} ${round(y)}h${round(90 + random() * 300)}" stroke="url(#rush)" stroke-width="${round(1.5 + random() * 3.5)}" stroke-linecap="round"/>`;
  });
  return `<defs><linearGradient id="last" gradientUnits="userSpaceOnUse" x1="0" y1="640" x2="900" y2="0">${stops([palette.shadow, palette.middle, [62, 0.19, 330]])}</linearGradient>
<linearGradient id="next" gradientUnits="userSpaceOnUse" x1="300" y1="680" x2="1280" y2="40">${stops([[56, 0.18, 5], palette.light, palette.spark])}</linearGradient>
<linearGradient id="rush" gradientUnits="userSpaceOnUse" x1="240" y1="0" x2="1080" y2="0"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
${blades.join('')}${streaks.join('')}
<path d="M1010 320h150m-58-62l62 62l-62 62" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M270 320H120m58-62l-62 62l62 62" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function faisca({ palette, random }: Stage): string {
  const emitter: Point = [350, 560];
  const traces = steps(88).map(() => {
    const angle = -0.18 - random() * 1.5;
    const speed = 240 + random() * 900;
    const reach = 0.5 + random() * 0.5;
    const at = (t: number): Point => [
      emitter[0] + Math.cos(angle) * speed * t + 60 * t * t * Math.sin(speed),
      emitter[1] + Math.sin(angle) * speed * t + 420 * t * t,
    ];
    const from = reach * (0.05 + random() * 0.6);
    const head = at(reach);
    const color = mix(palette.light, palette.spark, random());
    return `<path d="${curve(steps(6).map((step) => at(from + ((reach - from) * step) / 5)))}" fill="none" stroke="${color}" stroke-opacity="${round(0.18 + random() * 0.6)}" stroke-width="${round(1.5 + random() * 3)}" stroke-linecap="round"/>
<circle cx="${round(head[0])}" cy="${round(head[1])}" r="${round(2 + random() * 4)}" fill="#fff4d6" fill-opacity="${round(0.6 + random() * 0.4)}"/>`;
  });
  return `<defs><radialGradient id="heat" gradientUnits="userSpaceOnUse" cx="${emitter[0]}" cy="${emitter[1]}" r="420"><stop offset="0" stop-color="#fff0c8" stop-opacity=".95"/><stop offset=".1" stop-color="${hex(palette.spark)}" stop-opacity=".8"/><stop offset=".4" stop-color="${hex(palette.light)}" stop-opacity=".34"/><stop offset="1" stop-color="${hex(palette.light)}" stop-opacity="0"/></radialGradient>
<clipPath id="air"><rect width="${width}" height="${footY}"/></clipPath></defs>
<g clip-path="url(#air)"><rect width="${width}" height="${height}" fill="url(#heat)"/>${traces.join('')}
<circle cx="${emitter[0]}" cy="${emitter[1]}" r="40" fill="none" stroke="#fff" stroke-width="4"/><path d="M${emitter[0] - 64} ${emitter[1]}h44m40 0h44M${emitter[0]} ${emitter[1] - 64}v44m0 40v34" stroke="#fff" stroke-width="4" stroke-linecap="round"/></g>`;
}
