/** What was last released, or why nobody could say. */
export type FeedAnswer = { version: string; address: string | null } | 'away' | 'strange';
export type UpdateFeed = { read(): Promise<FeedAnswer> };
