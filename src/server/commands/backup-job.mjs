import { loadCommand } from './load-command.mjs';

const { runBackupJob } = await loadCommand('backup-job-command');
runBackupJob();
