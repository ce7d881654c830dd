/** Loads code on the first click or key press, so that it is there if the network fails later. */
export function onFirstInteraction(load: () => Promise<unknown>): () => void {
  const controller = new AbortController();
  const begin = () => {
    controller.abort();
    load().catch((error: unknown) => console.error('Uma parte da página não pôde ser carregada:', error));
  };
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, begin, { signal: controller.signal });
  return () => controller.abort();
}
