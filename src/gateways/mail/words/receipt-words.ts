import type { Receipt, ReceiptItem } from '#src/domain/mail/content.ts';
import { chosenId, countedName, groupsOf, namesOf, placeIn, pluginNamesOf } from '#src/wire/purchases/items.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import { WITHDRAWAL_DAYS } from '#src/wire/withdrawals/withdrawal-days.ts';
import { type Block, greetingFor, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export const RECEIPT_WORDS = { receipt: receiptWords, key: receiptWords, resend: receiptWords };

export function receiptWords(receipt: Receipt, { storeName, communityUrl }: Shopfront): Words {
  const product = oneLine(receipt.kind === 'key' ? pluginNamesOf(receipt) : namesOf(receipt));
  const { opening, ...top } = openingOf(receipt, product, storeName);
  return {
    ...top,
    blocks: [
      { part: 'paragraph', text: `${greetingFor(receipt.to.name)} ${opening}` },
      ...groupsOf(receipt.items, chosenId).flatMap((group) => [
        ...kitBlocksOf(group),
        ...groupsOf(group, ({ productId }) => productId).flatMap(blocksOf),
      ]),
      { part: 'facts', facts: factsOf(receipt) },
      { part: 'steps', title: 'O que fazer agora', steps: stepsOf(receipt) },
      { part: 'link', label: 'Ver a página da compra', url: receipt.purchaseUrl },
      { part: 'link', label: 'Todas as suas compras', url: receipt.allPurchasesUrl },
    ],
    notes: [
      { sentence: 'Ficou com alguma dúvida?', label: 'Fale com a gente na comunidade', url: communityUrl },
      {
        sentence: `Você pode desistir da compra em até ${WITHDRAWAL_DAYS} dias e receber o valor de volta.`,
        label: 'Veja como',
        url: receipt.withdrawalUrl,
      },
    ],
    footer: `Você recebeu este e-mail porque uma compra na ${storeName} foi feita com este endereço.`,
  };
}

function factsOf(receipt: Receipt) {
  return [
    { name: 'Valor pago', value: `${receipt.amount} no Pix` },
    ...(receipt.couponCode ? [{ name: 'Cupom', value: oneLine(receipt.couponCode) }] : []),
    { name: 'Data', value: `${receipt.paidAt}, horário de São Paulo` },
    { name: 'Pedido', value: numberText(receipt) },
    { name: 'Número da compra', value: receipt.purchaseId },
  ];
}

/** A key that came later is of one part, which says enough. */
function kitBlocksOf([{ kitName }, ...others]: [ReceiptItem, ...ReceiptItem[]]): Block[] {
  return kitName !== null && others.length > 0
    ? [{ part: 'paragraph', text: `${oneLine(kitName)}, com ${others.length + 1} plugins:` }]
    : [];
}

function blocksOf(group: [ReceiptItem, ...ReceiptItem[]]): Block[] {
  const [item] = group;
  const codes = group.flatMap(({ activationKey }, at): Block[] =>
    activationKey ? [{ part: 'code', label: `Sua chave${placeIn(group, at)}`, code: activationKey }] : [],
  );
  return [
    {
      part: 'product',
      name: oneLine(countedName(item.productName, group.length)),
      detail: detailOf(group),
      picture: item.pictureUrl,
    },
    ...codes,
    ...(item.downloadUrl
      ? [{ part: 'button' as const, label: `Baixar ${oneLine(item.productName)}`, url: item.downloadUrl }]
      : []),
  ];
}

/** How many computers are free is said of a sole key alone. */
function detailOf([{ licenseTerms, version, computers, updatesUntil }, ...others]: [
  ReceiptItem,
  ...ReceiptItem[],
]): string {
  if (updatesUntil) return `atualizações até ${updatesUntil}`;
  const known = [
    oneLine(licenseTerms),
    version && `versão ${version}`,
    others.length === 0 && computers && computersText(computers),
  ];
  return known.filter(Boolean).join(' · ');
}

function computersText({ free, limit }: { free: number; limit: number }): string {
  if (limit === 1) return free === 1 ? 'vale em 1 computador' : 'em uso no seu computador';
  return free === limit ? `vale em ${limit} computadores` : `${free} de ${limit} computadores livres`;
}

const hasKey = ({ activationKey }: ReceiptItem) => activationKey !== null;
const isRenewal = ({ updatesUntil }: ReceiptItem) => updatesUntil !== null;
const isWaiting = ({ askForKeyAfter }: ReceiptItem) => askForKeyAfter !== null;

type Opening = Pick<Words, 'subject' | 'preview' | 'title'> & { opening: string };

function openingOf(receipt: Receipt, product: string, storeName: string): Opening {
  const { kind, items } = receipt;
  if (kind === 'resend') return resentOpening(receipt, product);
  if (kind === 'key' && items.some(hasKey)) {
    return {
      subject: `Sua chave de ${product} chegou`,
      preview: 'Copie a chave, cole no plugin e pode editar.',
      title: 'Sua chave chegou',
      opening: `Obrigado por esperar. Esta é a chave de ${product}, e ela é só sua.`,
    };
  }
  return {
    subject: `Compra confirmada na ${storeName}: ${product}`,
    preview: previewOf(receipt),
    title: 'Pagamento confirmado',
    opening: `Recebemos o seu Pix, obrigado pela compra. ${stateOf(receipt)}`,
  };
}

function resentOpening(receipt: Receipt, product: string): Opening {
  return {
    subject: `Seu recibo de ${product}, de novo`,
    preview: previewOf(receipt),
    title: 'Seu recibo, de novo',
    opening: `Você pediu o recibo outra vez. ${stateOf(receipt)}`,
  };
}

function previewOf({ items }: Receipt): string {
  if (items.length > 1) return 'Seus downloads e suas chaves estão aqui.';
  if (items.some(isRenewal)) return 'A chave é a mesma, e não há nada a instalar.';
  if (items.some(hasKey)) return 'Sua chave e seu download estão aqui.';
  return items.some(isWaiting)
    ? 'Sua chave está a caminho, o download já está liberado.'
    : 'Seu download está liberado.';
}

function stateOf({ items }: Receipt): string {
  if (items.length > 1) {
    const late = ' As chaves que faltam chegam por e-mail e aparecem na página da compra assim que forem liberadas.';
    return `Está tudo logo abaixo.${items.some(isWaiting) ? late : ''}`;
  }
  if (items.some(isRenewal)) return 'A chave é a mesma, e não há nada a instalar.';
  if (items.some(hasKey)) return 'Sua chave e seu download estão logo abaixo.';
  if (!items.some(isWaiting)) return 'Seu download está liberado.';
  const [asks] = items.flatMap(({ askForKeyAfter }) => askForKeyAfter ?? []);
  return (
    'Sua chave está a caminho: ela chega por e-mail e aparece na página da compra assim que for liberada. ' +
    `O download você já pode fazer. Se ela não chegar até ${asks}, fale com a gente: o link está no fim deste e-mail.`
  );
}

function stepsOf({ items }: Receipt): string[] {
  if (items.some(isRenewal)) return ['Continue usando o plugin: as versões novas aparecem em Minhas compras.'];
  if (items.some(hasKey)) {
    return [
      'Baixe o arquivo e instale o plugin.',
      'Abra o plugin no seu editor e cole a chave.',
      'Guarde este e-mail: com ele você reinstala quando precisar.',
    ];
  }
  if (items.some(isWaiting)) {
    return ['Baixe o arquivo e instale o plugin.', 'Quando a chave chegar, cole no plugin para ativar.'];
  }
  return ['Baixe o arquivo e instale o plugin.', 'Abra no seu editor e comece a usar.'];
}
