import type { JsonSchema } from '#src/wire/api/api-document.ts';

/** A value that the schema allows, and a reader understands. */
export function exampleOf(schema: JsonSchema, named: Record<string, JsonSchema>, name = ''): unknown {
  const example = (part: unknown, partName = name) => exampleOf(part as JsonSchema, named, partName);
  const { $ref, anyOf, oneOf, type, properties, items } = schema;
  if (typeof $ref === 'string') return example(named[$ref.slice($ref.lastIndexOf('/') + 1)]);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return example(choices.find((each: JsonSchema) => each['type'] !== 'null'));
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object') {
    const required = new Set((schema['required'] ?? []) as string[]);
    const parts = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
    return Object.fromEntries(
      parts.filter(([part]) => required.has(part)).map(([part, shape]) => [part, example(shape, part)]),
    );
  }
  if (kind === 'array') return [example(items, name.replace(/s$/, ''))];
  if (kind === 'boolean') return true;
  if (kind === 'null') return null;
  if (kind === 'number' || kind === 'integer') return NUMBERS[name] ?? 1;
  return kind === 'string' ? textFor(name, schema['format']) : {};
}

const NUMBERS: Record<string, number> = {
  number: 1048,
  discount: 10,
  percent: 10,
  totalSpent: 379.8,
  totalSales: 12_480,
};

function textFor(name: string, format: unknown): string {
  if (format === 'date' || DAYS.has(name)) return '2026-11-28';
  if (/(?:At|Date|Since)$|^at$|^since$/.test(name)) return '2026-11-28T14:32:10.000Z';
  if (/email/i.test(name)) return 'ana@exemplo.com.br';
  if (/price|amount|spent/i.test(name)) return 'R$ 99,90';
  if (/url|address|href/i.test(name)) return 'https://exemplo.com.br/curva-log';
  if (/(?:product|kit|item|offer)Id$|^id$|Ids$|Id$/.test(name)) return 'curva-log';
  return TEXTS[name] ?? 'texto';
}

const DAYS = new Set(['from', 'to', 'day', 'validFrom', 'validTo']);

const TEXTS: Record<string, string> = {
  name: 'Curva Log',
  productName: 'Curva Log',
  product: 'Curva Log',
  customerName: 'Ana Souza',
  customer: 'Ana Souza',
  code: 'ESTREIA10',
  key: 'CURVA-7K3QX-M2PVN-8RTWJ',
  keys: 'CURVA-7K3QX-M2PVN-8RTWJ\nCURVA-4HDLS-Q9XBE-2MNKP',
  text: 'CURVA-7K3QX-M2PVN-8RTWJ',
  version: '1.4.0',
  message: 'Pronto.',
  slug: 'curva-log',
  image: '/uploads/curva-log.png',
  fingerprint: '4c4c4544-0051-3810-8056-b8c04f4e3732',
  machineName: 'MacBook de Ana',
  notes: 'Mais rápida no Premiere Pro 26.',
};
