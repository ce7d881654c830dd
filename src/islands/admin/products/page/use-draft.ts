import { useState } from 'react';
import type { Tab } from '../product-tabs.ts';
import { tabOf } from '../window/tab-of.ts';
import { DRAFT_FIELD_NAMES, type Draft, problemsOf } from './draft-values.ts';

/** Holds what is typed and stored in the tabs beside `Dados`. */
export function useDraft(initial: Draft) {
  const [stored, setStored] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const changed = DRAFT_FIELD_NAMES.filter((name) => !isSame(values[name], stored[name]));
  const changedTabs = [...new Set<Tab>(changed.map(tabOf))];

  /** A stored value that was not touched is not judged. */
  function problemsIn(draft: Draft): Record<string, string> {
    const problems = Object.entries(problemsOf(draft));
    return Object.fromEntries(problems.filter(([field]) => changedTabs.includes(tabOf(field))));
  }

  function change(changes: Partial<Draft>): void {
    const next = { ...values, ...changes };
    setValues((before) => ({ ...before, ...changes }));
    // Refused fields are judged again while they are mended.
    if (Object.keys(errors).length > 0) setErrors(problemsIn(next));
  }

  return {
    stored,
    values,
    changed,
    changedTabs,
    wrongTabs: [...new Set<Tab>(Object.keys(errors).map(tabOf))],
    wrong: Object.keys(errors).length,
    /** The first of those that follow each other. */
    errorOf: (...names: string[]) => names.map((name) => errors[name]).find(Boolean) ?? null,
    change,
    /** What the field of a text needs. */
    text: (name: TextName) => ({
      size: 'small' as const,
      value: values[name],
      error: errors[name] ?? null,
      onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    }),
    problemsIn,
    refuse: setErrors,
    discard(): void {
      setValues(stored);
      setErrors({});
    },
    /** Keeps what was typed that differs from `before`. */
    accept(saved: Draft, before: Draft | null): void {
      setStored(saved);
      setErrors({});
      setValues((now) => {
        const typedSince = Object.entries(now).filter(
          ([name, value]) => before && !isSame(value, before[name as keyof Draft]),
        );
        return { ...saved, ...Object.fromEntries(typedSince) };
      });
    },
  };
}

type TextName = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft];
type DraftState = ReturnType<typeof useDraft>;
export type DraftProps = { draft: DraftState };

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
