import { OWN_SALE_COLUMNS } from '#src/wire/imports/own-columns.ts';

/** A file of so many invented sales: one in ten was given back, and two in three have a key. */
export function ownFile(sales: number, product = 'Grade Cinema'): string {
  const lines = Array.from({ length: sales }, (_, at) => {
    const day = new Date(Date.UTC(2021, 0, 1 + (at % 1_800))).toISOString().slice(0, 10);
    const back = at % 10 === 0 ? day : '';
    const key = at % 3 === 0 ? '' : `IMP-${at}`;
    return [
      `P-${at}`,
      `pessoa${at % Math.ceil(sales * 0.8)}@exemplo.com`,
      `Pessoa ${at}`,
      product,
      '129,90',
      day,
      back,
      key,
      '',
    ];
  });
  return [OWN_SALE_COLUMNS.map(({ header }) => header), ...lines].map((cells) => cells.join(';')).join('\n');
}

export function fileForm(text: string, name = 'vendas.csv'): FormData {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), name);
  return form;
}
