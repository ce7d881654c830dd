import { type RefObject, useEffect, useRef } from 'react';

/** Answers what asks for the focus of the first field that is wrong: it moves as soon as that shows. */
export function useErrorFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const isAsked = useRef(false);
  useEffect(() => {
    const field = isAsked.current && form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!field) return;
    isAsked.current = false;
    field.focus();
  });
  return () => {
    isAsked.current = true;
  };
}
