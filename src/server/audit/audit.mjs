/**
 *   npm run audit:verify               says whether the audit trail is as the shop wrote it, and where it is not
 *   npm run audit:verify -- 1234:SEAL  also whether entry 1234 still has that seal, which somebody kept elsewhere
 *   npm run audit:verify -- --accept   goes on from the trail as it is, which the trail itself then says
 */
import { loadCommand } from '../commands/load-command.mjs';

const { runAuditVerify } = await loadCommand('audit-command', import.meta.url);
await runAuditVerify();
