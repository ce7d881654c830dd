/** `number` is the rowid of the full-text index. */
export type SearchedWords = { number: number; id: string; words: string };

export type SearchIndex = { rowid: number; words: string };
