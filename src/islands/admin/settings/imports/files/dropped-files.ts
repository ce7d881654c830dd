/** A file with its place below what was dropped or chosen: `arquivos/grade/mac.zip`. */
export type GivenFile = { file: File; path: string };

export function chosenFiles(files: FileList | null): GivenFile[] {
  return [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** Reads folders to their ends. Call it while the drop is told: later, the browser has forgotten it. */
export async function droppedFiles({ items }: DataTransfer): Promise<GivenFile[]> {
  const found: GivenFile[] = [];
  const entries: FileSystemEntry[] = [];
  for (const item of items) {
    const file = item.getAsFile();
    const entry = item.webkitGetAsEntry();
    if (entry) entries.push(entry);
    else if (file) found.push({ file, path: file.name });
  }
  return [...found, ...(await Promise.all(entries.map(filesIn))).flat()];
}

async function filesIn(entry: FileSystemEntry): Promise<GivenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: GivenFile[] = [];
  // It tells a part at a time.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const inside of entries) found.push(...(await filesIn(inside)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
