import { loadCommand } from './load-command.mjs';

const { runBackup } = await loadCommand('backup-command');
await runBackup();
