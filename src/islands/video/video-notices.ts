import { NOTICE_DURATION_MS, type StorefrontNotice } from '#src/client/storefront/storefront-notice.ts';

export const NOT_AVAILABLE: StorefrontNotice = {
  title: 'Vídeo não disponível',
  text: 'Este produto ainda não possui vídeo de demonstração.',
  durationMs: NOTICE_DURATION_MS,
};

export const NOT_STARTED: StorefrontNotice = {
  title: 'Erro na reprodução',
  text: 'Tente clicar no vídeo para iniciar.',
  durationMs: 3000,
};

export const NOT_LOADED: StorefrontNotice = {
  title: 'Erro ao carregar vídeo',
  text: 'Tente recarregar a página ou entrar em contato com o suporte.',
  durationMs: NOTICE_DURATION_MS,
};

export const NO_PLAYER: StorefrontNotice = {
  title: 'Erro técnico',
  text: 'O player saiu da página antes de começar. Recarregue a página e tente de novo.',
  durationMs: NOTICE_DURATION_MS,
};

export const UNEXPECTED: StorefrontNotice = {
  title: 'Erro inesperado',
  text: 'Ocorreu um erro ao tentar reproduzir o vídeo.',
  durationMs: NOTICE_DURATION_MS,
};
