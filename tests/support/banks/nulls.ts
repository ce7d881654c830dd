export type Place = (string | number)[];

/** Every non-empty place, deepest last, except those that `isRequired` names. */
export function placesIn(value: unknown, isRequired: (place: Place) => boolean, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => {
    const place = [...at, Array.isArray(value) ? Number(name) : name];
    const inside = placesIn(held, isRequired, place);
    return isRequired(place) || Array.isArray(value) ? inside : [place, ...inside];
  });
}

export function nulled(value: unknown, places: Place[]): unknown {
  return replaced(value, places, (holder, name) => {
    holder[name] = null;
  });
}

export function without(value: unknown, places: Place[]): unknown {
  return replaced(value, places, (holder, name) => {
    delete holder[name];
  });
}

type Holder = Record<string | number, unknown>;

function replaced(value: unknown, places: Place[], act: (holder: Holder, name: string | number) => void): unknown {
  const copy: unknown = structuredClone(value);
  for (const place of places) {
    const holder = place.slice(0, -1).reduce<unknown>(step, copy);
    const name = place.at(-1);
    if (isHolder(holder) && name !== undefined) act(holder, name);
  }
  return copy;
}

function step(value: unknown, name: string | number): unknown {
  return isHolder(value) ? value[name] : undefined;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}
