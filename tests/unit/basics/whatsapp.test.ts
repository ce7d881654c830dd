import { expect, test } from 'vitest';
import { whatsappText } from '#src/wire/customers/whatsapp-contact.ts';

test('a stored number is shown as people write it, and one of another form as it is', () => {
  expect(whatsappText('+5511987654321')).toBe('+55 11 98765-4321');
  expect(whatsappText('+551133334444')).toBe('+55 11 3333-4444');
  expect(whatsappText('+351912345678')).toBe('+351912345678');
});
