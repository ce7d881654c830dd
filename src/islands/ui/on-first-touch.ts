/**
 * Begins to load what the page will need once the person does something: it comes with the first touch, and is there when
 * the network no longer is. For `useEffect`.
 */
export function onFirstTouch(load: () => Promise<unknown>): () => void {
  const controller = new AbortController();
  const begin = () => {
    controller.abort();
    load().catch((error: unknown) => console.error('Uma parte da página não pôde ser carregada:', error));
  };
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, begin, { signal: controller.signal });
  return () => controller.abort();
}
