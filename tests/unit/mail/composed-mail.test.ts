import { describe, expect, it } from 'vitest';
import { renderMail } from '#src/gateways/mail/render-mail.ts';
import type { Accent } from '#src/wire/storefront/store-settings.ts';
import { DOWNLOAD_URL, receiptFor } from '../../support/purchases/receipt.ts';

const shopfront = {
  storeName: 'Corte Final',
  siteUrl: 'https://loja.test',
  communityUrl: 'https://comunidade.test/corte',
  logo: '',
  accent: 'orange' as Accent,
};
const PRODUCT = 'Grade Cinema: LUTs & correção';
const write = (changes: Parameters<typeof receiptFor>[0] = {}) => renderMail(receiptFor(changes), shopfront);

describe('the lines of a message', () => {
  it('break neither in an amount nor before a separator, and words of any length break', async () => {
    const activationKey = 'R$ 1 · 2';
    const { html, text } = await write({
      activationKey,
      version: '2.1',
      computers: { free: 2, limit: 2 },
      amount: 'R$ 1.234,50',
      seller: { facts: 'Corte Final Ltda · 12.345.678/0001-90', email: '' },
    });
    expect(html).toContain('R$\u00a01.234,50');
    expect(html).toContain('Ltda\u00a0· 12.345');
    expect(html).toContain('Licença vitalícia\u00a0· versão\u00a02.1\u00a0· vale em\u00a02 computadores');
    expect(html).toMatch(
      /<table[^>]*style="[^"]*word-break:break-word[^"]*"[^>]*class="sheet"|<table[^>]*class="sheet"[^>]*style="[^"]*word-break:break-word/,
    );
    expect(html).toContain(activationKey);
    expect(text).not.toContain('\u00a0');
  });
});

const RENEWAL = 'Curva Log Pro: mais 12 meses de atualizações';

describe('mail about a withdrawal', () => {
  const about = {
    ...receiptFor(),
    productName: PRODUCT,
    amount: 'R$ 89,90',
    requestedAt: '21/11/2026 14:02',
    protocol: '7F3K-2Q',
    isRenewal: false,
  };

  it('confirms the request with its protocol and says what comes next', async () => {
    const received = { ...about, kind: 'withdrawal_received', refusal: null } as const;
    const atOnce = await renderMail({ ...received, answerBy: null }, shopfront);
    expect(atOnce.subject).toBe('Pedido de desistência recebido, protocolo 7F3K-2Q');
    for (const body of [seen(atOnce.html), atOnce.text]) {
      expect(body).toContain('7F3K-2Q');
      expect(body).toContain('R$ 89,90 voltam por Pix para a conta que pagou, em geral em minutos.');
    }
    const awaited = await renderMail({ ...received, answerBy: '26/11/2026' }, shopfront);
    for (const body of [seen(awaited.html), awaited.text]) {
      expect(body).toContain('A loja responde até 26/11/2026.');
      expect(body).not.toContain('em geral em minutos');
    }
  });

  it('contains the owner’s reason for a refusal, as plain text', async () => {
    const refusal = 'O plugin foi usado <b>em um trabalho</b>\nentregue.';
    const { html, text } = await renderMail(
      { ...about, kind: 'withdrawal_refused', answerBy: null, refusal },
      shopfront,
    );
    expect(text).toContain('Motivo: O plugin foi usado <b>em um trabalho</b> entregue.');
    expect(html).not.toContain('<b>em um');
    expect(seen(html)).toContain('A chave voltou a valer.');
  });

  it('tells that the money is back, with the protocol only after a withdrawal', async () => {
    const refund = { ...about, kind: 'refunded', amount: 'R$ 1.234,50', refundedAt: '21/11/2026 14:05' } as const;
    const withdrawn = await renderMail({ ...refund, protocol: '7F3K-2Q' }, shopfront);
    expect(withdrawn.subject).toBe('Devolvemos R$ 1.234,50: Grade Cinema: LUTs & correção');
    expect(withdrawn.text).toContain('Protocolo: 7F3K-2Q');
    const { text } = await renderMail({ ...refund, protocol: null }, shopfront);
    expect(text).toContain('voltou por Pix para a conta que pagou');
    expect(text).not.toMatch(/Protocolo|null/);
    const renewal = await renderMail({ ...refund, protocol: null, isRenewal: true }, shopfront);
    expect(renewal.text).toContain('Os meses de atualizações desta compra não contam mais.');
  });
});

describe('the notice of a version', () => {
  const { to, messageId, seller } = receiptFor();
  const version = { kind: 'release', productName: PRODUCT, version: '2.1', isCritical: false, platform: null } as const;
  const notice = {
    ...{ to, messageId, seller, ...version, notes: '- Mais rápida', notesHtml: '<ul><li>Mais rápida</li></ul>' },
    ...{ downloadUrl: 'https://loja.test/minhas-compras', unsubscribeUrl: null },
  };

  it('says for which system its file came later, with notes or without', async () => {
    const { subject, html, text } = await renderMail({ ...notice, platform: 'windows' }, shopfront);
    expect(subject).toBe('Grade Cinema: LUTs & correção 2.1 agora tem instalador para Windows');
    for (const body of [seen(html), text]) {
      expect(body).toContain('A versão 2.1 agora tem instalador para Windows. O que mudou:');
      expect(body).toContain('Mais rápida');
    }
    const bare = { ...notice, platform: 'macos-arm', notes: '', notesHtml: '', isCritical: true } as const;
    const short = await renderMail(bare, shopfront);
    expect(short.subject).toMatch(/^Atualização importante: .+ agora tem instalador para macOS \(Apple Silicon\)$/);
    expect(short.text).not.toContain('O que mudou');
  });

  it('otherwise says that there is a new one', async () => {
    const { subject, text } = await renderMail({ ...notice, unsubscribeUrl: 'https://loja.test/avisos/x' }, shopfront);
    expect(text).toContain('Não quero avisos de versões:\nhttps://loja.test/avisos/x');
    expect(subject).toBe('Grade Cinema: LUTs & correção 2.1 chegou');
    expect(text).toContain('Há uma versão nova do que você comprou. O que mudou:');
    expect(text).not.toContain('instalador');
  });
});

describe('the receipt', () => {
  it('contains product, amount, date and download in HTML and text', async () => {
    const { subject, html, text } = await write({ activationKey: 'GRADE-7F3K-99XQ' });

    expect(subject).toBe('Compra confirmada na Corte Final: Grade Cinema: LUTs & correção');
    for (const body of [seen(html), text]) {
      expect(body).toContain('Olá, Ana.');
      expect(body).toContain('Grade Cinema: LUTs & correção');
      expect(body).toContain('R$ 1.234,50');
      expect(body).toContain('21/11/2026 14:02, horário de São Paulo');
      expect(body).toContain('GRADE-7F3K-99XQ');
      expect(body).toContain('Abra o plugin no seu editor e cole a chave.');
    }
    for (const address of [DOWNLOAD_URL, receiptFor().purchaseUrl, shopfront.communityUrl]) {
      expect(html).toContain(`href="${address}"`);
      expect(text).toContain(address);
    }
  });

  it('contains what support and the law require: number, coupon, seller and withdrawal', async () => {
    const number = '745062cf6e6801996fefabaa26ca844a';
    const seller = { facts: 'Corte Final Ltda · 12.345.678/0001-90 · Rua das Ilhas, 10', email: 'oi@loja.test' };
    const { html, text } = await write({ purchaseId: number, couponCode: 'EDITA10', seller });

    for (const body of [seen(html), text]) {
      expect(body).toContain(number);
      expect(body).toContain('EDITA10');
      expect(body).toContain('Vendido por Corte Final Ltda · 12.345.678/0001-90 · Rua das Ilhas, 10 · oi@loja.test');
      expect(body).toContain('Você pode desistir da compra em até 7 dias');
    }
    expect(html).toContain(`href="${receiptFor().withdrawalUrl}"`);
    expect(text).toContain(receiptFor().withdrawalUrl);
  });

  it('lists every item with its key and its download', async () => {
    const item = (productName: string, activationKey: string | null) => ({
      productId: productName,
      productName,
      kitId: null,
      kitName: null,
      licenseTerms: `Licença do ${productName}`,
      pictureUrl: null,
      activationKey,
      askForKeyAfter: activationKey === null ? '22/11/2026 14:02' : null,
      version: null,
      computers: null,
      downloadUrl: `https://loja.test/api/payments/download/${productName}`,
      updatesUntil: null,
    });
    const { subject, html, text } = await write({ items: [item('Lote', 'LOTE-1'), item('Onda', null)] });

    expect(subject).toBe('Compra confirmada na Corte Final: Lote e Onda');
    for (const body of [seen(html), text]) {
      expect(body).toContain('LOTE-1');
      expect(body).toContain('As chaves que faltam chegam por e-mail');
      for (const name of ['Lote', 'Onda']) {
        expect(body).toContain(`Baixar ${name}`);
        expect(body).toContain(`Licença do ${name}`);
      }
    }
    for (const name of ['Lote', 'Onda'])
      expect(html).toContain(`href="https://loja.test/api/payments/download/${name}"`);
  });

  it('says of a renewal until when the updates go, and of no key nor file', async () => {
    const { html, text } = await write({ productName: RENEWAL, updatesUntil: '28/11/2027' });
    for (const body of [seen(html), text]) {
      expect(body).toContain(RENEWAL);
      expect(body).toContain('atualizações até 28/11/2027');
      expect(body).toContain('A chave é a mesma, e não há nada a instalar.');
      expect(body).not.toMatch(/Baixar|Baixe|cole a chave/);
    }
  });

  it('omits an unused coupon and an unset seller', async () => {
    const { html, text } = await write();

    for (const body of [seen(html), text]) expect(body).not.toMatch(/Cupom|Vendido por|null|undefined/);
  });

  it('says that the key is on its way when there is none', async () => {
    const { html, text } = await write({ askForKeyAfter: '22/11/2026 14:02' });

    for (const body of [seen(html), text]) {
      expect(body).toContain('Sua chave está a caminho');
      expect(body).toContain('Se ela não chegar até 22/11/2026 14:02, fale com a gente');
      expect(body).not.toContain('Sua chave:');
      expect(body).not.toContain('cole a chave');
    }
  });

  it.each([
    [{ version: '2.1.0', computers: { free: 3, limit: 3 } }, 'versão 2.1.0 · vale em 3 computadores'],
    [{ version: null, computers: { free: 1, limit: 3 } }, '1 de 3 computadores livres'],
    [{ version: null, computers: { free: 1, limit: 1 } }, 'vale em 1 computador'],
    [{ version: null, computers: { free: 0, limit: 1 } }, 'em uso no seu computador'],
    [{ version: '1.0', computers: null }, 'versão 1.0'],
  ])('names the version and the computers that are left: %o', async (known, said) => {
    const { html, text } = await write({ activationKey: 'GRADE-7F3K-99XQ', ...known });

    for (const body of [seen(html), text]) expect(body).toContain(`Licença vitalícia · ${said}`);
  });

  it('mentions no key when the product needs none', async () => {
    const { html, text } = await write();

    expect(seen(html)).not.toMatch(/chave/i);
    expect(text).not.toMatch(/chave/i);
    expect(text).toContain('Seu download está liberado.');
  });

  it('has its own text for a key that was waited for', async () => {
    const { subject, text } = await write({ kind: 'key', activationKey: 'GRADE-7F3K-99XQ' });

    expect(subject).toBe('Sua chave de Grade Cinema: LUTs & correção chegou');
    expect(text).toContain('Obrigado por esperar.');
    expect(text).toContain('GRADE-7F3K-99XQ');
  });

  it('says when it was requested again', async () => {
    const { subject, text } = await write({ kind: 'resend', activationKey: 'GRADE-7F3K-99XQ' });

    expect(subject).toBe('Seu recibo de Grade Cinema: LUTs & correção, de novo');
    expect(text).toContain('Você pediu o recibo outra vez.');
  });

  it('loads nothing but pictures of the shop itself', async () => {
    const { html } = await write({ activationKey: 'GRADE-7F3K-99XQ' });

    expect(html).not.toMatch(/<(link|script|iframe|object|video|audio)\b/i);
    expect(html).not.toMatch(/url\(|@import|@font-face/i);
    const loaded = [...html.matchAll(/\bsrc="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded).toEqual(['https://loja.test/icons/orange-touch.png', 'https://loja.test/uploads/grade.webp']);
  });

  it('wears the accent of the shop, unless the shop has a logo', async () => {
    const logoIn = async (changes: Partial<typeof shopfront>) =>
      /\bsrc="([^"]*)"/.exec((await renderMail(receiptFor(), { ...shopfront, ...changes })).html)?.[1];

    expect(await logoIn({ accent: 'sky' })).toBe('https://loja.test/icons/sky-touch.png');
    expect(await logoIn({ accent: 'sky', logo: '/uploads/logo.png' })).toBe('https://loja.test/uploads/logo.png');
  });

  it('draws no picture where the product has none that mail programs show', async () => {
    const { html } = await write({ pictureUrl: null });

    expect(html.match(/<img\b/g)).toHaveLength(1);
    expect(seen(html)).toContain('Grade Cinema: LUTs & correção');
  });

  it('supports dark mode', async () => {
    const { html } = await write();

    expect(html).toContain('content="light dark"');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).toContain('lang="pt-BR"');
  });

  it.each([
    ['<b>Ana</b> <script>alert(1)</script>', 'Olá.'],
    ['www.premio.test clique aqui', 'Olá.'],
    ['', 'Olá.'],
    ["Joana D'Arc", 'Olá, Joana.'],
    ['  José\r\nBcc: todos@loja.test', 'Olá, José.'],
  ])('greets %j with %j', async (name, greeting) => {
    const { html, text } = await write({ to: { name, email: 'ana@exemplo.com.br' } });

    expect(text).toContain(`\n${greeting} Recebemos`);
    expect(html).not.toMatch(/<script|<b>Ana/);
    expect(seen(html)).not.toContain('premio.test');
  });

  it('escapes markup in product names and keys', async () => {
    const { html, text } = await write({ productName: '<i>Corte</i> "A" & \'B\'', activationKey: '<K>&"1"' });

    expect(html).not.toContain('<i>');
    expect(seen(html)).toContain('<i>Corte</i> "A" & \'B\'');
    expect(seen(html)).toContain('<K>&"1"');
    expect(text).toContain('Sua chave:\n<K>&"1"');
  });
});

/** The text between the tags, with the entities read. */
function seen(html: string): string {
  return html
    .replace(/<style>.*?<\/style>|<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
