import type { ListName } from '#src/wire/views/built-in-views.ts';

/** A view is filters of a list under a name; it is everybody's without an owner. */
export type SavedViewRow = {
  id: string;
  ownerId: string | null;
  list: ListName;
  name: string;
  /** It stands as in the address, without the question mark. */
  query: string;
  createdAt: string;
  updatedAt: string;
};
