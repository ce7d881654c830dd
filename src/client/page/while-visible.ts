/** Runs `begin` again when the network returns, and returns the function that stops it for good. */
export function whileVisible(begin: () => () => void): () => void {
  let end: (() => void) | null = null;

  function update(): void {
    end?.();
    end = document.hidden ? null : begin();
  }

  function stop(): void {
    document.removeEventListener('visibilitychange', update);
    window.removeEventListener('online', update);
    end?.();
    end = null;
  }

  document.addEventListener('visibilitychange', update);
  window.addEventListener('online', update);
  update();
  return stop;
}
