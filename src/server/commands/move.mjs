/**
 *   npm run move -- postgres://…         moves the store's file to an empty PostgreSQL
 *   npm run move -- --back file:…        moves it back, to a new file
 *   npm run move -- --files s3://…       moves what is sold and shown to a bucket; with --back to the folder again
 */
import { loadCommand } from './load-command.mjs';

const { runMove } = await loadCommand('move-command');
await runMove();
