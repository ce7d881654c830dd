import { loadCommand } from './load-command.mjs';

const { runAdminPassword } = await loadCommand('admin-password-command');
await runAdminPassword();
