/** The commands `npm run backup`, `npm run backup:verify` and `npm run restore`. */
import { loadCommand } from './load-command.mjs';

const { runBackup } = await loadCommand('backup-command');
await runBackup();
