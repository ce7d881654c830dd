import { loadCommand } from '../commands/load-command.mjs';

const { runCopyJob } = await loadCommand('copy-job-command', import.meta.url);
runCopyJob();
