/** Never resolves: the page reloads, and the server renders the step that its address names. */
export function reloadOnError(error: unknown): Promise<never> {
  console.error('Uma parte do checkout não pôde ser carregada:', error);
  location.reload();
  return new Promise(() => {});
}
