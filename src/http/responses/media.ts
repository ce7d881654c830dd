/** What a call returns that is no JSON. */
export type Media = { mediaType: string };

export const EVENTS: Media = { mediaType: 'text/event-stream' };
