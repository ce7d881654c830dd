/**
 *   npm run files:check  says in words what is right and what is wrong with the bucket of FILES_URL
 */
import { loadCommand } from './load-command.mjs';

const { runFilesCheck } = await loadCommand('files-command');
await runFilesCheck();
