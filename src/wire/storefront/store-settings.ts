import * as z from 'zod/mini';
import { isTaxNumber } from '../basics/tax-number.ts';
import { emailAddress, httpsAddress, keyOf, line, matching, optional } from '../basics/text.ts';

export const ACCENTS = { orange: 'Laranja', coral: 'Coral', amber: 'Âmbar', lime: 'Lima', sky: 'Céu' } as const;
export type Accent = keyof typeof ACCENTS;

const STORE_NAME = 'Informe o nome da loja, com até 60 caracteres.';

export const STORE_SETTINGS = {
  storeName: {
    group: 'identity',
    label: 'Nome da loja',
    env: 'STORE_NAME',
    byDefault: 'Corte Final',
    input: 'line',
    schema: line(1, 60, STORE_NAME),
  },
  logo: {
    group: 'identity',
    label: 'Logo',
    hint: 'PNG, JPG ou WebP até 2 MB. Fundo transparente fica melhor.',
    byDefault: '',
    input: 'logo',
    schema: matching(/^(?:\/uploads\/[\w-]{1,80}\.(?:webp|png|jpe?g))?$/, 'Envie a imagem pelo botão.'),
  },
  accent: {
    group: 'identity',
    label: 'Cor de destaque',
    hint: 'Botão principal, marcador e mês atual. As cinco passam no teste de contraste.',
    byDefault: 'orange',
    input: 'accent',
    choices: ACCENTS,
    schema: keyOf(ACCENTS, 'Escolha uma das cinco cores.'),
  },
  sellerName: {
    group: 'seller',
    label: 'Nome ou razão social',
    env: 'SELLER_NAME',
    byDefault: '',
    input: 'line',
    schema: line(0, 120, 'O nome pode ter até 120 caracteres, em uma linha.'),
  },
  sellerDocument: {
    group: 'seller',
    label: 'CPF ou CNPJ',
    env: 'SELLER_DOCUMENT',
    byDefault: '',
    input: 'line',
    schema: line(0, 20, 'Informe só o CPF ou o CNPJ.').check(
      z.refine(
        (typed) => typed === '' || isTaxNumber(typed),
        'Este CPF ou CNPJ não confere. Veja os dois últimos números.',
      ),
    ),
  },
  sellerAddress: {
    group: 'seller',
    label: 'Endereço',
    env: 'SELLER_ADDRESS',
    byDefault: '',
    input: 'line',
    schema: line(0, 200, 'O endereço pode ter até 200 caracteres, em uma linha.'),
  },
  sellerEmail: {
    group: 'seller',
    label: 'E-mail de contato',
    env: 'SELLER_EMAIL',
    byDefault: '',
    input: 'email',
    schema: optional(emailAddress('Informe um endereço de e-mail, como oi@exemplo.com.br.')),
  },
  sellerPhone: {
    group: 'seller',
    label: 'Telefone (opcional)',
    byDefault: '',
    input: 'phone',
    schema: matching(/^(?:\+?[\d() .-]{10,22})?$/, 'Informe o telefone com DDD, como (81) 99999-0101.'),
  },
  supportUrl: {
    group: 'contact',
    label: 'Endereço do suporte (opcional)',
    hint: 'Uma página de ajuda ou um formulário. Sem ele, os links de suporte levam à comunidade.',
    byDefault: '',
    input: 'address',
    schema: optional(httpsAddress('Informe um endereço https, como https://ajuda.exemplo.com.br.')),
  },
  communityUrl: {
    group: 'contact',
    label: 'Endereço da comunidade',
    env: 'COMMUNITY_URL',
    byDefault: 'https://discord.com/',
    input: 'address',
    schema: httpsAddress('Informe um endereço https, como https://discord.gg/exemplo.'),
  },
  claim: {
    group: 'claim',
    label: 'Frase',
    hint: 'Fica em Performance Otimizada. Vazia, não aparece.',
    byDefault: 'Automatize o que se repete e ganhe até 70% mais rapidez na produção.',
    input: 'line',
    schema: line(0, 160, 'A frase pode ter até 160 caracteres, em uma linha.'),
  },
  claimSource: {
    group: 'claim',
    label: 'De onde vem (opcional)',
    hint: 'Aparece logo abaixo da frase. Exemplo: Medido em 12 projetos de 2025.',
    byDefault: '',
    input: 'line',
    schema: line(0, 160, 'A fonte pode ter até 160 caracteres, em uma linha.'),
  },
} as const;
