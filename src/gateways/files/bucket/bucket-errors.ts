import { errorCode } from '#src/wire/basics/error-code.ts';

/** `code` is `FILES_` with the store's own code, its status, or the network's; `isTransient` asks for another try. */
export type BucketError = Error & { code: string; isTransient: boolean };

export function isBucketError(error: unknown): error is BucketError {
  return error instanceof Error && 'isTransient' in error && errorCode(error).startsWith('FILES_');
}

export function bucketError(reason: string, isTransient: boolean, cause?: unknown): BucketError {
  const error = new Error(`The file store failed: ${reason}.`, { cause });
  return Object.assign(error, { code: `FILES_${reason}`, isTransient });
}

/** Its code, without the prefix that marks it as the file store's. */
export function reasonOf(error: BucketError): string {
  return error.code.slice('FILES_'.length);
}
