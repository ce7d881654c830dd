import * as fc from 'fast-check';
import { PNG } from 'pngjs';
import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { drawQrCode } from '#src/gateways/pix/qr-code.ts';
import { writeDynamicCode, writeStaticCode } from '#src/wire/payments/br-code.ts';
import { readQrCode } from '../../support/browser/qr-reader.ts';

const RECEIVER = { merchantName: 'Corte Final', merchantCity: 'SAO PAULO' };
/** The manual lets no code be longer. */
const LONGEST_CODE = 512;

const staticCode = fc
  .record({
    pixKey: fc.uuid(),
    amountCents: fc.integer({ min: 50, max: 99_999_999 }),
    transactionId: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
  })
  .map((fields) => writeStaticCode({ ...RECEIVER, ...fields }));

const dynamicCode = fc
  .stringMatching(/^pix\.example\.com\/[a-z0-9]{8,58}$/)
  .map((location) => writeDynamicCode({ ...RECEIVER, location }));

/** Banks write their own so: names with accents in them, and of any length. */
const foreignCode = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCXYZabcxyz.-*/ ãçé'), maxLength: LONGEST_CODE - 30 })
  .map((text) => `000201010212br.gov.bcb.pix${text}6304`);

describe('the QR image', () => {
  test('of any code is decoded by two readers', () => {
    fc.assert(
      fc.property(fc.oneof(staticCode, dynamicCode, foreignCode), (code) => {
        const picture = Buffer.from(drawQrCode(code), 'base64');
        expect(readQrCode(picture)).toBe(code);
        expect(decodeQR(PNG.sync.read(picture))).toBe(code);
      }),
      { numRuns: 25 },
    );
  });

  test('of every code length is decoded', () => {
    for (let length = 40; length <= LONGEST_CODE; length += 16) {
      const code = 'BR.gov.bcb.pix-0123456789'.repeat(21).slice(0, length);
      expect(readQrCode(Buffer.from(drawQrCode(code), 'base64'))).toBe(code);
    }
  });

  test.each([
    ['an ordinary code', 'x'.repeat(150), 285, 57],
    ['the longest one', 'x'.repeat(LONGEST_CODE), 291, 97],
  ])('of %s has whole-pixel modules, a quiet zone of four, and black on white', (_name, code, side, modules) => {
    // given
    const bytes = Buffer.from(drawQrCode(code), 'base64');

    // when
    const picture = PNG.sync.read(bytes);

    // then
    const scale = side / modules;
    const lightAt = (x: number, y: number) => picture.data[4 * (y * picture.width + x)];
    const edge = 4 * scale;
    expect(bytes.length).toBeLessThan(2_000);
    expect([picture.width, picture.height]).toEqual([side, side]);
    for (let x = 0; x < side; x += 1) expect([lightAt(x, edge - 1), lightAt(edge - 1, x)]).toEqual([255, 255]);
    expect(lightAt(edge, edge)).toBe(0);
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        expect(lightAt(x, y)).toBe(lightAt(x - (x % scale), y - (y % scale)));
      }
    }
  });
});
