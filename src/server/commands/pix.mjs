/**
 *   npm run pix:check              says in words what is right and what is wrong with the bank's settings
 *   npm run pix:check -- --charge  also makes a charge of R$ 0,50 and waits until it is paid
 *   npm run pix:webhook            tells the bank where to send its webhooks
 */
import { loadCommand } from './load-command.mjs';

const { runPix } = await loadCommand('pix-command');
await runPix();
