import { describe, expect, it } from 'vitest';
import { readDownload, readImage, readVideo } from '#src/wire/product-addresses.ts';
import { completePrice } from '#src/wire/products.ts';

describe('a price that leaves the form', () => {
  it.each([
    ['', 'R$ 0,00'],
    ['R$ ', 'R$ 0,00'],
    ['R$ 99', 'R$ 99,00'],
    ['R$ 99,', 'R$ 99,00'],
    ['R$ 99,9', 'R$ 99,90'],
    ['R$ 99,90', 'R$ 99,90'],
    ['R$ 99,987', 'R$ 99,98'],
    ['R$ ,5', 'R$ 0,50'],
  ])('%j is completed to %j', (typed, complete) => {
    expect(completePrice(typed)).toBe(complete);
  });
});

describe('the address of a picture', () => {
  it.each([
    ['', ''],
    [' /demo/capa.webp ', '/demo/capa.webp'],
    ['capas/correção de cor.png', '/capas/correção de cor.png'],
    ['https://imagens.loja.test/a b.png', 'https://imagens.loja.test/a%20b.png'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(readImage(typed)).toBe(kept);
  });

  it.each([
    'javascript:alert(1)',
    'https:evil.test/a.png',
    'https:///evil.test/a.png',
    '//evil.test/a.png',
    '/%5cevil.test/a.png',
    '/uploads/%2e%2e/%2e%2e/a.png',
    '/%E0%A4%A',
    '/API/logout',
    '/admin',
    'a\u202egnp.exe',
    'a\u0007.png',
  ])('%j is refused', (typed) => {
    expect(readImage(typed)).toBeNull();
  });
});

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['http://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['/uploads/filme.mp4', '/uploads/filme.mp4'],
  ])('%j becomes %j', (typed, kept) => {
    expect(readVideo(typed)).toBe(kept);
  });

  it.each([
    'https://www.youtube.com/',
    'https://youtube.com.evil.test/embed/dQw4w9WgXcQ',
    'https://evil.test/?u=youtube.com/embed/dQw4w9WgXcQ',
    'ftp://youtu.be/dQw4w9WgXcQ',
    '/uploads',
    '/uploads/filmes/',
    '/demo/filme.mp4',
    'filme.mp4',
  ])('%j is refused', (typed) => {
    expect(readVideo(typed)).toBeNull();
  });
});

describe('the address of a file that is sold', () => {
  it('is an upload or stands on another server, encrypted', () => {
    expect(readDownload('/uploads/plugins/correção.zip')).toBe('/uploads/plugins/correção.zip');
    expect(readDownload('https://arquivos.loja.test/é.zip')).toBe('https://arquivos.loja.test/%C3%A9.zip');
    expect(readDownload('http://arquivos.loja.test/a.zip')).toBeNull();
    expect(readDownload('uploads/a.zip')).toBeNull();
  });
});
