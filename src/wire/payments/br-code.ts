/**
 * Follows the Banco Central's "Manual de Padrões para Iniciação do Pix" and its limits, which payers' banks may
 * enforce.
 */

export type StaticCode = {
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  amountCents?: number;
  /** It has 1 to 25 letters and digits; `***` when there is none. */
  transactionId?: string;
};

export function writeStaticCode(code: StaticCode): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', code.pixKey);
  const amount = code.amountCents === undefined ? '' : field('54', (code.amountCents / 100).toFixed(2));
  return seal(field('00', '01') + field('26', account) + TRANSACTION + amount + merchant(code));
}

export type DynamicCode = { location: string; merchantName: string; merchantCity?: string };

export function writeDynamicCode({ location, merchantName, merchantCity = 'BRASIL' }: DynamicCode): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', location.replace(/^https?:\/\//, ''));
  const once = field('01', '12');
  return seal(field('00', '01') + once + field('26', account) + TRANSACTION + merchant({ merchantName, merchantCity }));
}

const TRANSACTION = field('52', '0000') + field('53', '986');

function merchant(receiver: Pick<StaticCode, 'merchantName' | 'merchantCity' | 'transactionId'>): string {
  return (
    field('58', 'BR') +
    field('59', fold(receiver.merchantName, 25) || 'RECEBEDOR') +
    field('60', fold(receiver.merchantCity, 15)) +
    field('62', field('05', receiver.transactionId ?? '***'))
  );
}

function field(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`BR Code field ${id} is longer than 99 characters`);
  return id + String(value.length).padStart(2, '0') + value;
}

function fold(text: string, length: number): string {
  const ascii = text.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  return ascii.slice(0, length).trim();
}

function seal(fields: string): string {
  const open = `${fields}6304`;
  return open + checksum(open).toString(16).toUpperCase().padStart(4, '0');
}

/** Computes CRC16-CCITT-FALSE (polynomial 0x1021, start 0xFFFF): `123456789` gives 0x29B1. */
export function checksum(text: string): number {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
