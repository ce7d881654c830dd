import type { PlainRow } from '#db/queries/takeout/takeout.ts';
import type { Tables } from '#db/tables.ts';
import { fieldText } from '#src/wire/audit/audit-text.ts';
import { fieldRow, PRODUCT_FIELD_NAMES } from '#src/wire/products/product-fields.ts';
import { columnName } from '../products/product-fields.ts';

/** How a value is written: money from centavos, a share from hundredths of a percent. */
type Kind = 'money' | 'flag' | 'percent';
export type PlainColumn = { title: string; column: string; meaning: string; kind?: Kind };
export type PlainTable = {
  name: string;
  table: keyof Tables;
  key: readonly string[];
  columns: readonly PlainColumn[];
};

type Columns<Row> = readonly (readonly [title: string, column: keyof Row & string, meaning: string, kind?: Kind])[];
type WithId = { [Name in keyof Tables]: 'id' extends keyof Tables[Name] ? Name : never }[keyof Tables];

/** Only what is named here leaves the shop, so that no later column does by itself. The first columns are the key. */
function plainTable<Name extends keyof Tables>(
  name: string,
  table: Name,
  keyLength: number,
  columns: Columns<Tables[Name]>,
): PlainTable {
  const named = columns.map(([title, column, meaning, kind]) => ({ title, column, meaning, ...(kind && { kind }) }));
  return { name, table, key: named.slice(0, keyLength).map(({ column }) => column), columns: named };
}

function tableById<Name extends WithId>(name: string, table: Name, others: Columns<Tables[Name]>): PlainTable {
  return { name, table, key: ['id'], columns: [ID_COLUMN, ...plainTable(name, table, 0, others).columns] };
}

const ID_COLUMN: PlainColumn = { title: 'Id', column: 'id', meaning: 'O id desta linha.' };
const CUSTOMER = 'O id em clientes.csv.';
const PRODUCT = 'O id em produtos.csv.';
const PURCHASE = 'O id em pedidos.csv.';
const ITEM = 'O id em itens.csv.';
const PERSON = 'O id em pessoas.csv.';
const WHEN = 'Quando começou a existir.';

export const PLAIN_TABLES: readonly PlainTable[] = [
  tableById('clientes', 'customers', [
    ['Nome', 'name', 'Vazio depois da remoção dos dados.'],
    ['E-mail', 'email', 'Vazio depois da remoção dos dados.'],
    ['Desde', 'createdAt', WHEN],
    ['Removido em', 'erasedAt', 'Quando os dados pessoais foram removidos.'],
    ['Compras pagas', 'saleCount', 'Quantas não foram devolvidas.'],
    ['Total gasto', 'totalSpentCents', 'A soma delas.', 'money'],
    ['Quer novidades', 'wantsUpdates', 'Recebe avisos de versões.', 'flag'],
    ['Quer lembretes', 'wantsReminders', 'Recebe lembretes de Pix não pago.', 'flag'],
    ['Quer avaliar', 'wantsReviewNotices', 'Recebe pedidos de avaliação.', 'flag'],
  ]),
  tableById('anotacoes', 'customerNotes', [
    ['Cliente', 'customerId', CUSTOMER],
    ['Autor', 'authorId', PERSON],
    ['Texto', 'text', 'A anotação.'],
    ['Escrita em', 'createdAt', WHEN],
  ]),
  tableById('pedidos', 'purchases', [
    ['Número', 'number', 'O número que as pessoas dizem, e o Pedido de vendas.csv.'],
    ['Cliente', 'customerId', CUSTOMER],
    ['Nome', 'customerName', 'Como foi digitado no pedido.'],
    ['E-mail', 'customerEmail', 'Como foi digitado no pedido.'],
    ['WhatsApp', 'whatsapp', 'Se o comprador o deu.'],
    ['Estado', 'status', 'PENDING, COMPLETED, FAILED ou REFUNDED.'],
    ['Motivo', 'failureReason', 'Por que não foi pago.'],
    ['Preço', 'priceCents', 'Antes do desconto.', 'money'],
    ['Desconto', 'discountCents', 'Do cupom.', 'money'],
    ['Total', 'totalCents', 'O que foi cobrado.', 'money'],
    ['Pago', 'paidCents', 'O que o banco recebeu.', 'money'],
    ['Devolvido', 'returnedCents', 'O que voltou ao comprador.', 'money'],
    ['Cupom', 'couponCode', 'O código usado.'],
    ['Afiliado', 'affiliateId', PERSON],
    ['Atribuição', 'attribution', 'coupon ou link.'],
    ['Pedido em', 'createdAt', WHEN],
    ['Pago em', 'completedAt', 'Quando a venda foi concluída.'],
    ['Devolvido em', 'refundedAt', 'Quando a devolução foi concluída.'],
    ['Banco', 'provider', 'Quem cobrou.'],
    ['Referência', 'providerReference', 'A referência da cobrança no banco.'],
    ['Pagamento', 'providerPaymentId', 'O id do pagamento no banco.'],
    ['Pix', 'endToEndId', 'O id do Pix no banco de quem pagou.'],
    ['Origem', 'originSource', 'De onde a visita veio.'],
    ['Campanha', 'originCampaign', 'A campanha da visita.'],
  ]),
  tableById('itens', 'purchaseItems', [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Posição', 'position', 'A ordem no pedido, de 0 em diante.'],
    ['Produto', 'productId', PRODUCT],
    ['Nome', 'productName', 'O nome no dia da venda.'],
    ['Kit', 'kitId', 'O id do kit em produtos.csv.'],
    ['Nome do kit', 'kitName', 'O nome no dia da venda.'],
    ['Oferta', 'offerId', 'O id em ofertas.csv.'],
    ['Preço', 'priceCents', 'Antes do desconto.', 'money'],
    ['Total', 'totalCents', 'A parte deste item no total.', 'money'],
    ['Versão dos termos', 'termsVersion', 'A versão em termos.csv.'],
    ['Espera chave desde', 'keyWaitingSince', 'Enquanto a chave não chegou.'],
    ['Downloads', 'downloadCount', 'Quantas vezes baixou.'],
    ['Atualizações até a versão', 'updatesMajor', 'O número principal que a licença cobre.'],
    ['Atualizações até', 'updatesUntil', 'O fim das atualizações incluídas.'],
    ['Upgrade de', 'upgradesItemId', ITEM],
    ['Renova', 'renewsItemId', ITEM],
    ['Meses renovados', 'renewalMonths', 'Quantos a renovação acrescentou.'],
  ]),
  plainTable('vindas-de-fora', 'importedSales', 1, [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Plataforma', 'source', 'De onde a venda veio.'],
    ['Número de lá', 'externalId', 'O do pedido na plataforma.'],
    ['Indicação', 'affiliateCode', 'Quem indicou lá.'],
  ]),
  tableById('linha-do-tempo', 'purchaseEvents', [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Quando', 'at', 'A hora do acontecimento.'],
    ['O quê', 'event', 'O que aconteceu.'],
    ['Por quem', 'source', 'Quem o fez: o comprador, o banco, a loja.'],
    ['Detalhe', 'detail', 'O que mais se sabe.'],
  ]),
  tableById('chaves', 'activationKeys', [
    ['Produto', 'productId', PRODUCT],
    ['Chave', 'key', 'O texto que o comprador digita.'],
    ['Item', 'itemId', 'O id em itens.csv; vazio enquanto livre.'],
    ['Adicionada em', 'createdAt', WHEN],
    ['Entregue em', 'assignedAt', 'Quando o comprador a recebeu.'],
    ['Revogada em', 'revokedAt', 'Quando deixou de valer.'],
    ['Por quê', 'revokedReason', 'deleted ou refunded.'],
    ['Suspensa em', 'frozenAt', 'Enquanto o pagamento é analisado.'],
    ['Computadores', 'machineLimit', 'Em quantos vale; vazio é sem limite.'],
    ['Usos contados', 'uses', 'Pela chamada da Gumroad.'],
  ]),
  tableById('computadores', 'machines', [
    ['Chave', 'keyId', 'O id em chaves.csv.'],
    ['Nome', 'name', 'Como o plugin o chamou.'],
    ['Sistema', 'platform', 'O que o plugin disse.'],
    ['Editor', 'host', 'O que o plugin disse.'],
    ['Versão do plugin', 'pluginVersion', 'O que o plugin disse.'],
    ['Desde', 'firstSeenAt', WHEN],
    ['Visto em', 'lastSeenAt', 'A última conferência, com a hora.'],
    ['Liberado em', 'releasedAt', 'Quando deixou o lugar.'],
    ['Por quem', 'releasedBy', 'plugin, buyer, admin ou idle.'],
    ['Sem internet até', 'offlineUntil', 'O fim da licença levada à mão.'],
  ]),
  tableById('testes', 'trials', [
    ['Produto', 'productId', PRODUCT],
    ['E-mail', 'email', 'Vazio depois de esquecido.'],
    ['Pedido em', 'createdAt', WHEN],
    ['Começou em', 'confirmedAt', 'Quando o link foi aberto.'],
    ['Termina em', 'endsAt', 'O fim do teste.'],
    ['Chave', 'key', 'A chave do teste.'],
    ['Item', 'itemId', 'O id em itens.csv, se virou venda.'],
  ]),
  plainTable('downloads', 'fileDownloads', 3, [
    ['Item', 'itemId', ITEM],
    ['Arquivo', 'fileId', 'O id em arquivos.csv.'],
    ['Hora', 'hour', 'A hora do download, em UTC.'],
  ]),
  tableById('avise-me', 'stockNotices', [
    ['Produto', 'productId', PRODUCT],
    ['E-mail', 'email', 'Quem espera o aviso.'],
    ['Pedido em', 'createdAt', WHEN],
  ]),
  tableById('categorias', 'categories', [
    ['Nome', 'name', 'O nome na loja.'],
    ['Posição', 'position', 'A ordem na loja.'],
    ['Texto', 'shelfText', 'O começo da página da categoria.'],
  ]),
  {
    name: 'produtos',
    table: 'products',
    key: ['id'],
    columns: [
      ID_COLUMN,
      ...PRODUCT_FIELD_NAMES.filter((name) => fieldRow(name).kind !== 'rows').map((name) => productColumn(name)),
      { title: 'Criado em', column: 'createdAt', meaning: WHEN },
      { title: 'Publicado em', column: 'publishedAt', meaning: 'Quando foi à vitrine.' },
      { title: 'Excluído em', column: 'withdrawnAt', meaning: 'Quando foi excluído, se já tinha vendas.' },
    ],
  },
  plainTable('editores', 'productHosts', 2, [
    ['Produto', 'productId', PRODUCT],
    ['Editor', 'host', 'O editor compatível.'],
    ['Versão mínima', 'minVersion', 'A primeira que serve.'],
    ['Versão máxima', 'maxVersion', 'A última que serve.'],
    ['Versão testada', 'testedVersion', 'A última testada.'],
  ]),
  plainTable('kits', 'kitParts', 2, [
    ['Kit', 'kitId', PRODUCT],
    ['Produto', 'productId', PRODUCT],
    ['Posição', 'position', 'A ordem no kit.'],
  ]),
  plainTable('enderecos-antigos', 'productSlugs', 1, [
    ['Endereço', 'slug', 'Um endereço de antes, que leva à página de agora.'],
    ['Produto', 'productId', PRODUCT],
  ]),
  plainTable('termos', 'productTerms', 2, [
    ['Produto', 'productId', PRODUCT],
    ['Versão', 'version', 'O número que o item guarda.'],
    ['Texto', 'text', 'Os termos da licença.'],
    ['Desde', 'createdAt', WHEN],
  ]),
  plainTable('termos-da-loja', 'usualTerms', 1, [
    ['Versão', 'version', 'O número da versão.'],
    ['Texto', 'text', 'Os termos dos produtos sem termos próprios.'],
    ['Desde', 'createdAt', WHEN],
  ]),
  tableById('versoes', 'releases', [
    ['Produto', 'productId', PRODUCT],
    ['Versão', 'version', 'O número.'],
    ['Canal', 'channel', 'stable ou beta.'],
    ['Estado', 'state', 'Rascunho, publicada ou retirada.'],
    ['Novidades', 'notes', 'Em Markdown.'],
    ['Crítica', 'isCritical', 'Corrige algo grave.', 'flag'],
    ['Criada em', 'createdAt', WHEN],
    ['Publicada em', 'publishedAt', 'Quando os clientes a receberam.'],
    ['Retirada em', 'withdrawnAt', 'Quando saiu.'],
    ['Motivo', 'withdrawnReason', 'Por que saiu.'],
  ]),
  tableById('arquivos', 'releaseFiles', [
    ['Versão', 'releaseId', 'O id em versoes.csv.'],
    ['Sistema', 'platform', 'Para que sistema é.'],
    ['Rótulo', 'label', 'O que o comprador lê ao lado.'],
    ['Nome', 'fileName', 'O nome com que se baixa.'],
    ['Bytes', 'sizeBytes', 'O tamanho.'],
    ['SHA-256', 'sha256', 'Para conferir o arquivo.'],
    ['Downloads', 'downloads', 'Quantas vezes foi baixado.'],
    ['Enviado em', 'createdAt', WHEN],
  ]),
  tableById('cupons', 'coupons', [
    ['Código', 'code', 'O que o comprador digita.'],
    ['Nome', 'name', 'O nome no painel.'],
    ['Descrição', 'description', 'A nota no painel.'],
    ['Tipo', 'type', 'PERCENTAGE ou FIXED.'],
    ['Desconto', 'discountHundredths', 'Em %, ou em reais quando o tipo é FIXED.', 'percent'],
    ['Limite', 'maxUses', 'Quantas vezes ao todo; vazio é sem limite.'],
    ['Usado', 'used', 'Quantas vezes já foi usado.'],
    ['De', 'validFrom', 'O primeiro dia.'],
    ['Até', 'validTo', 'O último dia.'],
    ['Ativo', 'isActive', 'Pode ser usado.', 'flag'],
    ['Afiliado', 'affiliateId', PERSON],
    ['Produtos', 'productIds', 'Os ids em que vale; [] é em todos.'],
    ['Por cliente', 'perCustomer', 'Quantas vezes por pessoa.'],
    ['Só para quem tem', 'onlyOwnersOf', PRODUCT],
    ['Excluído em', 'withdrawnAt', 'Quando saiu.'],
  ]),
  plainTable('usos-de-cupons', 'redemptions', 1, [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Cupom', 'couponId', 'O id em cupons.csv.'],
    ['Estado', 'state', 'HELD, USED, FREED ou LATE.'],
    ['Em', 'createdAt', WHEN],
  ]),
  tableById('ofertas', 'offers', [
    ['Produto', 'productId', PRODUCT],
    ['Oferecido', 'offeredProductId', PRODUCT],
    ['Preço', 'priceCents', 'O preço da oferta.', 'money'],
    ['Título', 'headline', 'O que o checkout diz.'],
    ['Texto', 'text', 'O que o checkout diz abaixo.'],
    ['Ativa', 'isActive', 'Aparece no checkout.', 'flag'],
    ['Mostrada', 'shownCount', 'Quantas vezes.'],
  ]),
  tableById('pessoas', 'users', [
    ['Nome', 'name', 'O nome da conta.'],
    ['E-mail', 'email', 'O e-mail da conta.'],
    ['Administra', 'isAdmin', 'Entra no painel.', 'flag'],
    ['Afiliado', 'isAffiliate', 'Indica a loja.', 'flag'],
    ['Ativa', 'isActive', 'A conta vale.', 'flag'],
    ['Desde', 'createdAt', WHEN],
  ]),
  plainTable('afiliados', 'affiliates', 1, [
    ['Pessoa', 'userId', PERSON],
    ['Comissão em %', 'commissionHundredths', 'A de cada venda.', 'percent'],
    ['Tipo da chave Pix', 'pixKeyType', 'CPF, e-mail, telefone ou aleatória.'],
    ['Chave Pix', 'pixKey', 'Para onde a comissão vai.'],
    ['Versão dos termos', 'termsVersion', 'A que aceitou.'],
    ['Aceitos em', 'termsAcceptedAt', 'Quando aceitou.'],
    ['Anotações', 'notes', 'As suas, no painel.'],
    ['Desde', 'createdAt', WHEN],
  ]),
  tableById('comissoes', 'affiliateSales', [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Afiliado', 'affiliateId', PERSON],
    ['Venda', 'amountCents', 'O valor sobre o qual conta.', 'money'],
    ['Comissão', 'commissionCents', 'O que o afiliado ganha.', 'money'],
    ['Comissão em %', 'commissionHundredths', 'A da venda.', 'percent'],
    ['Estado', 'status', 'pending, paid ou reversed.'],
    ['Em', 'createdAt', WHEN],
    ['Liberada em', 'payableAt', 'Quando pode ser paga.'],
    ['Acertado', 'settledCents', 'O que já foi pago dela.', 'money'],
    ['Paga em', 'paidAt', 'Quando foi paga.'],
  ]),
  tableById('pagamentos', 'payouts', [
    ['Número', 'number', 'O número do pagamento.'],
    ['Afiliado', 'affiliateId', PERSON],
    ['Valor', 'amountCents', 'O do Pix.', 'money'],
    ['Vendas', 'saleCount', 'Quantas ele acerta.'],
    ['Tipo da chave Pix', 'pixKeyType', 'A do dia.'],
    ['Chave Pix', 'pixKey', 'A do dia.'],
    ['Estado', 'state', 'Aberto, pago ou cancelado.'],
    ['Fechado em', 'createdAt', WHEN],
    ['Pago em', 'paidAt', 'Quando o Pix saiu.'],
    ['Cancelado em', 'cancelledAt', 'Quando foi desfeito.'],
    ['Nota', 'note', 'A sua, no painel.'],
    ['Nota fiscal', 'invoiceUrl', 'O link da nota do afiliado.'],
  ]),
  plainTable('pagamentos-por-venda', 'payoutLines', 2, [
    ['Pagamento', 'payoutId', 'O id em pagamentos.csv.'],
    ['Comissão', 'saleId', 'O id em comissoes.csv.'],
    ['Antes', 'fromCents', 'O que estava acertado.', 'money'],
    ['Depois', 'toCents', 'O que ficou acertado.', 'money'],
  ]),
  plainTable('cliques', 'partnerClicks', 2, [
    ['Afiliado', 'affiliateId', PERSON],
    ['Dia', 'day', 'De São Paulo.'],
    ['Cliques', 'clicks', 'No link dele.'],
  ]),
  tableById('inscricoes', 'partnerApplications', [
    ['Nome', 'name', 'Quem pediu para ser parceiro.'],
    ['E-mail', 'email', 'O e-mail do pedido.'],
    ['Plano', 'plan', 'Como pretende indicar.'],
    ['Estado', 'state', 'waiting, accepted ou refused.'],
    ['Em', 'createdAt', WHEN],
  ]),
  tableById('material', 'partnerMaterials', [
    ['Tipo', 'kind', 'picture ou text.'],
    ['Título', 'title', 'O nome do material.'],
    ['Conteúdo', 'content', 'O texto, ou o endereço da imagem.'],
  ]),
  plainTable('termos-de-parceiros', 'partnerTerms', 1, [
    ['Versão', 'version', 'O número da versão.'],
    ['Texto', 'text', 'Os termos do programa.'],
    ['Desde', 'createdAt', WHEN],
  ]),
  tableById('avaliacoes', 'reviews', [
    ['Cliente', 'customerId', CUSTOMER],
    ['Produto', 'productId', PRODUCT],
    ['Item', 'itemId', ITEM],
    ['Nota', 'rating', 'De 1 a 5.'],
    ['Título', 'title', 'Vazio depois da remoção dos dados.'],
    ['Texto', 'body', 'Vazio depois da remoção dos dados.'],
    ['Mostra o nome', 'showsName', 'O autor aceita que apareça.', 'flag'],
    ['Editor', 'editor', 'O do computador.'],
    ['Sistema', 'system', 'O do computador.'],
    ['Estado', 'state', 'Se a página a mostra.'],
    ['Motivo', 'hiddenReason', 'Por que está oculta.'],
    ['Resposta', 'answer', 'A sua, em público.'],
    ['Respondida em', 'answeredAt', 'Quando você respondeu.'],
    ['Escrita em', 'writtenAt', WHEN],
  ]),
  plainTable('notas-fiscais', 'invoices', 1, [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Estado', 'state', 'Onde a nota está.'],
    ['Tipo', 'takerKind', 'Pessoa ou empresa.'],
    ['CPF ou CNPJ', 'takerDocument', 'De quem é a nota.'],
    ['Nome', 'takerName', 'De quem é a nota.'],
    ['Endereço', 'takerAddress', 'Em JSON.'],
    ['Número', 'number', 'O da nota emitida.'],
    ['Link', 'url', 'Onde a nota está.'],
    ['Pedida em', 'requestedAt', WHEN],
    ['Vence em', 'dueAt', 'O prazo para emitir.'],
    ['Emitida em', 'issuedAt', 'Quando foi emitida.'],
  ]),
  plainTable('desistencias', 'withdrawals', 1, [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Protocolo', 'protocol', 'O que o comprador recebeu.'],
    ['Estado', 'state', 'O que foi decidido.'],
    ['Motivo', 'reason', 'As palavras do comprador.'],
    ['Recusa', 'refusal', 'As suas palavras.'],
    ['Pedida em', 'requestedAt', WHEN],
    ['Decidida em', 'decidedAt', 'Quando foi decidida.'],
  ]),
  plainTable('lembretes', 'reminders', 2, [
    ['Pedido', 'purchaseId', PURCHASE],
    ['Vez', 'step', 'De 1 a 3.'],
    ['Para', 'dueAt', 'A hora combinada.'],
    ['Estado', 'state', 'waiting, sent ou skipped.'],
    ['Motivo', 'reason', 'Por que não saiu.'],
    ['Enviado em', 'sentAt', 'Quando saiu.'],
    ['Clicado em', 'clickedAt', 'Quando o link fez um novo Pix.'],
  ]),
  plainTable('visitas', 'visitsByHour', 4, [
    ['Hora', 'hour', 'A hora, em UTC.'],
    ['Página', 'page', 'A página vista.'],
    ['Origem', 'source', 'De onde vieram.'],
    ['Campanha', 'campaign', 'A campanha.'],
    ['Entradas', 'entries', 'As que vieram de fora.'],
    ['Visitas', 'visits', 'Todas.'],
  ]),
  tableById('auditoria', 'audit', [
    ['Quando', 'at', 'A hora do ato.'],
    ['Quem', 'actorId', PERSON],
    ['Ato', 'action', 'O que foi feito.'],
    ['Sobre', 'entity', 'De que tipo é.'],
    ['Id do que mudou', 'entityId', 'O id na tabela daquele tipo.'],
    ['Campos', 'fields', 'Quais mudaram.'],
    ['Mudanças', 'changes', 'Antes e depois, em JSON, onde se guarda.'],
  ]),
];

function productColumn(name: (typeof PRODUCT_FIELD_NAMES)[number]): PlainColumn {
  const { kind, choices } = fieldRow(name);
  const label = fieldText(name);
  const title = `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
  const meaning = choices ? `Um de: ${Object.keys(choices).join(', ')}.` : 'Como está na janela do produto.';
  if (kind === 'money' || kind === 'flag') return { title, column: columnName(name), meaning, kind };
  return { title, column: columnName(name), meaning };
}

export function writePlain({ column, kind }: PlainColumn, row: PlainRow): string {
  const value = row[column] ?? null;
  if (value === null) return '';
  if (kind === 'flag') return Number(value) === 1 ? 'Sim' : 'Não';
  return kind ? plainAmount(Number(value)) : String(value);
}

/** Writes `1234,50`. */
export function plainAmount(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
