/**
 *   npm run licenses:retire-key               retires the key that signs licenses; the next one signs
 *   npm run licenses:retire-key -- --prepare  makes the next one, for plugins to know it before it signs
 */
import { loadCommand } from './load-command.mjs';

const { runSigningKey } = await loadCommand('signing-key-command');
await runSigningKey();
