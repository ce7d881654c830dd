/** The command `npm run admin:password -- E-MAIL`. */
import { loadCommand } from './load-command.mjs';

const { runAdminPassword } = await loadCommand('admin-password-command');
await runAdminPassword();
