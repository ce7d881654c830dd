/** What a call returns that is no JSON. */
export type Media = { mediaType: string };

export const CSV: Media = { mediaType: 'text/csv' };
export const FILE: Media = { mediaType: 'application/octet-stream' };
export const EVENTS: Media = { mediaType: 'text/event-stream' };
