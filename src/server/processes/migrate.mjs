import { loadCommand } from '../commands/load-command.mjs';

const { runMigrate } = await loadCommand('migrate-command', import.meta.url);
await runMigrate();
