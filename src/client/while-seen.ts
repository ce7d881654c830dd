/**
 * Does something only while the page is seen: begins now or when the tab is shown, ends when it is hidden, begins again on
 * return and when the network is back. Answers the function that ends it for good.
 */
export function whileSeen(begin: () => () => void): () => void {
  let end: (() => void) | null = null;

  function turn(): void {
    end?.();
    end = document.hidden ? null : begin();
  }

  function stop(): void {
    document.removeEventListener('visibilitychange', turn);
    window.removeEventListener('online', turn);
    end?.();
    end = null;
  }

  document.addEventListener('visibilitychange', turn);
  window.addEventListener('online', turn);
  turn();
  return stop;
}
