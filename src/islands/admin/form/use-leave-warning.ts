import { useEffect, useRef } from 'react';

/** Returns what switches it off for a reload that loses nothing. */
export function useLeaveWarning(isChanged: boolean): () => void {
  const isQuiet = useRef(false);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isQuiet.current) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  return () => {
    isQuiet.current = true;
  };
}
