export const oldestReader = '0024-announcements';
export const locks = [];

/** SQLite folds the accents of the words only where there is one. */
export const triggers = 'fd9fbe136a861207';

export async function up(): Promise<void> {}
