/**
 *   npm run after-failover                     keeps free keys off sale after another database server took over, and asks the bank what was paid
 *   npm run after-failover -- --nothing-lost   puts them back on sale
 */
import { loadCommand } from '../commands/load-command.mjs';

const { runAfterFailover } = await loadCommand('after-failover-command', import.meta.url);
await runAfterFailover();
