/**
 *   npm run move -- postgres://…         moves the store's file to an empty PostgreSQL
 *   npm run move -- --back file:…        moves it back, to a new file
 */
import { loadCommand } from './load-command.mjs';

const { runMove } = await loadCommand('move-command');
await runMove();
