import type { RemoteFiles } from '#src/domain/files/remote-files.ts';

export function openRemoteFilesOnDemand(): RemoteFiles {
  let opening: Promise<RemoteFiles> | undefined;
  return {
    async open(url, wanted) {
      opening ??= import('./remote-files.ts').then(({ openRemoteFiles }) => openRemoteFiles());
      return (await opening).open(url, wanted);
    },
    async close() {
      await (await opening)?.close();
    },
  };
}
