import { type RefObject, useEffect, useReducer, useRef } from 'react';

/** Returns a function that focuses the first invalid field once it is rendered, unless the user types. */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const isAsked = useRef(false);
  const [, lookNow] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const field = isAsked.current && form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    isAsked.current = false;
    field.focus();
  });
  const forget = () => {
    isAsked.current = false;
  };
  return () => {
    isAsked.current = true;
    form.current?.addEventListener('input', forget, { once: true });
    lookNow();
  };
}
