/** Reloads when a chunk fails to load: the address names the current step, so the server renders it again. Never resolves. */
export function reloadOnError(error: unknown): Promise<never> {
  console.error('Uma parte do checkout não pôde ser carregada:', error);
  location.reload();
  return new Promise(() => {});
}
