import type { OpenBackup } from '#src/domain/backups/backup-keeper.ts';
import { attachment } from './attachment.ts';
import { type Pace, pacedBody } from './backpressure.ts';

/** A backup as one file, sent no faster than it is taken. */
export function backupResponse(pace: Pace, { fileName, ...source }: OpenBackup): Response {
  return new Response(pacedBody(pace, source), {
    headers: {
      'Cache-Control': 'private, no-store, no-transform',
      'Content-Disposition': attachment(fileName),
      'Content-Type': 'application/octet-stream',
    },
  });
}
