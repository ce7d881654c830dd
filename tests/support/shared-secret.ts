export const SHARED_SECRET = 'segredo-dos-processos-desta-loja-42';
