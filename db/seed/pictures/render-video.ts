/** Needs ffmpeg; the result is committed: `node db/seed/pictures/render-video.ts`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawPicture } from './pictures.ts';

const framesPerSecond = 25;
const durationSeconds = 8;
const frameCount = framesPerSecond * durationSeconds;
const size = { width: 960, height: 540 };
const target = fileURLToPath(new URL('../media/grade-cinema.webm', import.meta.url));

if (spawnSync('ffmpeg', ['-version']).error) {
  console.error('ffmpeg não foi encontrado; o vídeo já gravado em db/seed/media continua valendo.');
  process.exit(1);
}

const encoder = spawn(
  'ffmpeg',
  [
    '-v',
    'error',
    '-y',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${size.width}x${size.height}`,
    '-r',
    `${framesPerSecond}`,
    '-i',
    '-',
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv',
    '-c:v',
    'libvpx-vp9',
    '-pix_fmt',
    'yuv420p',
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-crf',
    '37',
    '-b:v',
    '0',
    '-deadline',
    'good',
    '-cpu-used',
    '1',
    '-row-mt',
    '1',
    '-g',
    '75',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-an',
    target,
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
const closed = once(encoder, 'close');

for (let frame = 0; frame < frameCount; frame += 1) {
  const phase = frame / frameCount;
  const svg = drawPicture({ name: 'grade-cinema', phase, playhead: 0.5 - 0.23 * Math.cos(2 * Math.PI * phase) });
  const pixels = await sharp(Buffer.from(svg)).resize(size).removeAlpha().raw().toBuffer();
  if (!encoder.stdin.write(pixels)) await once(encoder.stdin, 'drain');
}
encoder.stdin.end();
const [code] = await closed;
console.log(code === 0 ? `${target} (${durationSeconds} s)` : `ffmpeg ended with ${code}`);
process.exitCode = Number(code);
