/**
 * A part of the checkout did not arrive. Its address names the step that it stands at, so the server draws that step anew; what
 * was lost is a moment. Never resolves, since the page is on its way out.
 */
export function reloadInstead(error: unknown): Promise<never> {
  console.error('Uma parte do checkout não pôde ser carregada:', error);
  location.reload();
  return new Promise(() => {});
}
