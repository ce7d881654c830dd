import * as z from 'zod/mini';
import { RELEASE_TEXTS } from '../releases/releases.ts';

const ADVICE = 'Sua compra está guardada: tente de novo em alguns minutos e, se continuar assim, fale com o suporte.';

/** The name stands in `?aviso=` of the page that had the link. */
export const DOWNLOAD_NOTICES = {
  'arquivo-nao-encontrado':
    'Este arquivo não está disponível. Os que a sua compra tem estão nesta página; se faltar algum, fale com o suporte.',
  'arquivo-indisponivel': `O arquivo não pôde ser buscado agora. ${ADVICE}`,
  'arquivo-demorou': `O arquivo demorou para responder. ${ADVICE}`,
  'downloads-demais': 'Há muitos downloads ao mesmo tempo. Espere um deles terminar e tente de novo.',
  'escolha-o-arquivo': RELEASE_TEXTS.chooseFile,
  'versao-nao-incluida': RELEASE_TEXTS.notCovered,
  'download-desistencia': 'Você desistiu desta compra, e o download está suspenso.',
  'download-em-analise': 'O download está suspenso enquanto o pagamento é analisado.',
  'download-reembolsado': 'Esta compra foi reembolsada, e o download não vale mais.',
  'download-sem-pagamento': 'O pagamento desta compra ainda não foi confirmado.',
} as const;

export type DownloadNotice = keyof typeof DOWNLOAD_NOTICES;

export const DownloadQuery = z.object({
  arquivo: z.optional(z.string().check(z.describe('O arquivo, onde o produto tem mais de um.'))),
});
