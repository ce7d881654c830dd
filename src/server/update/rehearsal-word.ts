/** The store is opened so on a copy: it does no work, and ends with whoever began it. */
export const REHEARSAL = '--rehearsal';
