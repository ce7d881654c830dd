import { expect, test } from 'vitest';
import { readVideoSource } from '#src/islands/video/video-source.ts';

test('an address under /uploads/ plays as a local file', () => {
  expect(readVideoSource('/uploads/grade-cinema.webm')).toEqual({
    kind: 'file',
    address: '/uploads/grade-cinema.webm',
  });
});

test.each([
  'https://www.youtube.com/embed/aqz-KE-bpKQ',
  'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://m.youtube.com/shorts/aqz-KE-bpKQ',
  'https://youtu.be/aqz-KE-bpKQ',
])('%s becomes a cookieless frame with autoplay', (address) => {
  expect(readVideoSource(address)).toEqual({
    kind: 'frame',
    address: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1',
  });
});

test('player parameters of the address are kept', () => {
  expect(readVideoSource('https://www.youtube.com/embed/aqz-KE-bpKQ?start=30&autoplay=0')).toEqual({
    kind: 'frame',
    address: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?start=30&autoplay=1',
  });
});

test.each(['', '   ', '/uploads/'])('%j is no video', (address) => {
  expect(readVideoSource(address)).toEqual({ kind: 'missing' });
});

test.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'https://player.vimeo.com/video/1',
  'https://youtube.com.example.org/embed/aqz-KE-bpKQ',
  'https://www.youtube.com/embed/..%2Fx',
  '//www.youtube.com/embed/aqz-KE-bpKQ',
  '/outra/pasta.mp4',
])('%s is rejected', (address) => {
  expect(readVideoSource(address)).toEqual({ kind: 'refused' });
});
