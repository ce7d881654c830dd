import { generatePixPayload, getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksum, writeDynamicCode, writeStaticCode } from '#src/wire/payments/br-code.ts';

const MANUAL_KEY = '123e4567-e12b-12d1-a456-426655440000';
const MANUAL_STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
test('the checksum is CRC16-CCITT-FALSE', () => {
  expect(checksum('123456789')).toBe(0x29b1);
});

describe('a dynamic BR Code', () => {
  test('equals the example of the manual and the output of an independent generator', () => {
    const receiver = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };
    const location = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
    expect(writeDynamicCode({ location, ...receiver })).toBe(
      '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
    );
    expect(
      writeDynamicCode({ location: 'https://pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002', ...receiver }),
    ).toBe(
      '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/2353c790eefb11eaadc10242ac1200025204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63040968',
    );
  });
});

describe('a static BR Code', () => {
  test('equals the example of the manual', () => {
    const code = writeStaticCode({ pixKey: MANUAL_KEY, merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' });
    expect(code).toBe(MANUAL_STATIC);
  });

  test('folds accents, truncates name and city, and encodes amount and reference as other generators do', () => {
    const code = writeStaticCode({
      pixKey: '+5561912345678',
      merchantName: 'João da Silva Comércio de Plugins',
      merchantCity: 'São José dos Campos',
      amountCents: 50,
      transactionId: 'PED0001',
    });
    expect(code).toBe(
      '00020126360014br.gov.bcb.pix0114+556191234567852040000530398654040.505802BR5925Joao da Silva Comercio de6015Sao Jose dos Ca62110507PED00016304F73E',
    );
    expect(
      writeStaticCode({
        pixKey: 'fulano@example.com',
        merchantName: 'LOJA',
        merchantCity: 'SP',
        amountCents: 100_000,
        transactionId: 'A'.repeat(25),
      }),
    ).toBe(
      '00020126400014br.gov.bcb.pix0118fulano@example.com52040000530398654071000.005802BR5904LOJA6002SP62290525AAAAAAAAAAAAAAAAAAAAAAAAA6304CDB1',
    );
  });

  test('of any amount and reference matches an independent generator and an independent reader', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 99_999_999 }),
        fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
        (amountCents, transactionId) => {
          const code = writeStaticCode({
            pixKey: MANUAL_KEY,
            merchantName: 'Corte Final',
            merchantCity: 'SAO PAULO',
            amountCents,
            transactionId,
          });
          expect(code).toBe(
            generatePixPayload({
              key: MANUAL_KEY,
              merchantName: 'Corte Final',
              merchantCity: 'SAO PAULO',
              amount: amountCents / 100,
              txid: transactionId,
            }),
          );
          expect(isValidPixPayload(code)).toBe(true);
          expect(getPixPayloadInfo(code)).toMatchObject({ amount: amountCents / 100, txid: transactionId });
        },
      ),
    );
  });

  test('with one changed character is rejected by an independent reader', () => {
    expect(isValidPixPayload(MANUAL_STATIC)).toBe(true);
    expect(isValidPixPayload(`${MANUAL_STATIC.slice(0, -1)}E`)).toBe(false);
  });

  test('is not generated when a field is too long', () => {
    expect(() => writeStaticCode({ pixKey: 'x'.repeat(90), merchantName: 'A', merchantCity: 'B' })).toThrow(RangeError);
  });
});
