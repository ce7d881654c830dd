import * as z from 'zod/mini';

/** The pages of `docs/manual` in the order in which they are read. */
export const MANUAL_PARTS = [
  { name: 'Abrir a loja', pages: ['abrir-a-loja', 'banco', 'email', 'dominio', 'trazer-minha-loja'] },
  { name: 'Produtos', pages: ['primeiro-produto', 'chaves', 'plugin-antigo', 'versoes'] },
  {
    name: 'Vender',
    pages: [
      'vendas',
      'notas-fiscais',
      'recuperacao',
      'afiliados-e-cupons',
      'parceiros',
      'clientes',
      'avaliacoes',
      'integracoes',
      'numeros',
    ],
  },
  {
    name: 'Cuidar da loja',
    pages: ['entrada', 'equipe', 'papeis', 'avisos-no-celular', 'backup', 'mudar-de-maquina', 'problemas'],
  },
] as const;

export type ManualPageName = (typeof MANUAL_PARTS)[number]['pages'][number];
/** A page, or a heading of one. */
export type ManualPlace = ManualPageName | `${ManualPageName}#${string}`;

export const MANUAL_PAGE_NAMES: readonly ManualPageName[] = MANUAL_PARTS.flatMap(({ pages }) => [...pages]);

/** What a search found: a heading, or a page by its own text. */
export const ManualFinding = z.object({
  place: z.string(),
  title: z.string(),
  pageTitle: z.string(),
});
export type ManualFinding = z.infer<typeof ManualFinding>;
