import { loadCommand } from './load-command.mjs';

const { runUpdate } = await loadCommand('update-command');
await runUpdate();
