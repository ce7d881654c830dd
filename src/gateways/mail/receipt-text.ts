import type { Receipt } from '#src/domain/shop.ts';
import { cleanText } from '#src/wire/text.ts';

export type ReceiptText = {
  subject: string;
  preview: string;
  title: string;
  greeting: string;
  opening: string;
  key: string | null;
  download: { label: string; url: string };
  facts: { name: string; value: string }[];
  steps: string[];
  purchase: { label: string; url: string };
  help: { question: string; label: string; url: string };
  withdrawal: { sentence: string; label: string; url: string };
  seller: string | null;
  footer: string;
};

export type Shopfront = { storeName: string; communityUrl: string };

export function receiptText(receipt: Receipt, { storeName, communityUrl }: Shopfront): ReceiptText {
  const product = oneLine(receipt.productName);
  return {
    ...openingOf(receipt, product, storeName),
    greeting: greetingFor(receipt.to.name),
    key: receipt.activationKey,
    download: { label: `Baixar ${product}`, url: receipt.downloadUrl },
    facts: [
      { name: 'Produto', value: product },
      { name: 'Licença', value: oneLine(receipt.licenseTerms) },
      { name: 'Valor pago', value: `${receipt.amount} no Pix` },
      ...(receipt.couponCode ? [{ name: 'Cupom', value: oneLine(receipt.couponCode) }] : []),
      { name: 'Data', value: `${receipt.paidAt}, horário de São Paulo` },
      { name: 'Número da compra', value: receipt.purchaseId },
    ],
    steps: stepsOf(receipt),
    purchase: { label: 'Ver a página da compra', url: receipt.purchaseUrl },
    help: { question: 'Ficou com alguma dúvida?', label: 'Fale com a gente na comunidade', url: communityUrl },
    withdrawal: {
      sentence: 'Você pode desistir da compra em até 7 dias e receber o valor de volta.',
      label: 'Veja como',
      url: receipt.withdrawalUrl,
    },
    seller: sellerOf(receipt),
    footer: `Você recebeu este e-mail porque uma compra na ${storeName} foi feita com este endereço.`,
  };
}

type Opening = Pick<ReceiptText, 'subject' | 'preview' | 'title' | 'opening'>;

function openingOf(receipt: Receipt, product: string, storeName: string): Opening {
  const { kind, activationKey } = receipt;
  if (kind === 'resend') return resentOpening(receipt, product);
  if (kind === 'key' && activationKey) {
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

function previewOf({ activationKey, isKeyOnItsWay }: Receipt): string {
  if (activationKey) return 'Sua chave e seu download estão aqui.';
  return isKeyOnItsWay ? 'Sua chave está a caminho, o download já está liberado.' : 'Seu download está liberado.';
}

function stateOf({ activationKey, isKeyOnItsWay }: Receipt): string {
  if (activationKey) return 'Sua chave e seu download estão logo abaixo.';
  if (!isKeyOnItsWay) return 'Seu download está liberado.';
  return (
    'Sua chave está a caminho: ela chega por e-mail e aparece na página da compra assim que for liberada. ' +
    'O download você já pode fazer.'
  );
}

function stepsOf({ activationKey, isKeyOnItsWay }: Receipt): string[] {
  if (activationKey) {
    return [
      'Baixe o arquivo e instale o plugin.',
      'Abra o plugin no seu editor e cole a chave.',
      'Guarde este e-mail: com ele você reinstala quando precisar.',
    ];
  }
  if (isKeyOnItsWay) {
    return ['Baixe o arquivo e instale o plugin.', 'Quando a chave chegar, cole no plugin para ativar.'];
  }
  return ['Baixe o arquivo e instale o plugin.', 'Abra no seu editor e comece a usar.'];
}

/** Repeats a name only where it looks like one, so that nobody can send messages through our receipts. */
function greetingFor(name: string): string {
  const first = oneLine(name).split(' ')[0] ?? '';
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? `Olá, ${first}.` : 'Olá.';
}

function sellerOf({ seller: { facts, email } }: Receipt): string | null {
  const known = [facts, email].map(oneLine).filter(Boolean);
  return known.length > 0 ? `Vendido por ${known.join(' · ')}` : null;
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}
