import { useRef, useState } from 'react';
import type { GivenFile } from './dropped-files.ts';
import { type FileRow, isHidden, productOfFile, reasonToLeave, versionOfFile } from './match-files.ts';

/** Files that go into one draft: those of one product and version. The version is null where no name tells it. */
export type Batch = { key: string; productId: string; version: string | null; files: GivenFile[] };

/** Transfers of so many drafts at once; a folder may be a whole shop. */
const AT_ONCE = 2;

export function useGivenFiles(rows: readonly FileRow[]) {
  const [batches, setBatches] = useState<Batch[]>([]);
  const [unmatched, setUnmatched] = useState<GivenFile[]>([]);
  const [left, setLeft] = useState<string[]>([]);
  const [over, setOver] = useState<ReadonlySet<string>>(new Set());
  const showing = useRef(new Map<string, string>());

  function give(productId: string, given: GivenFile): void {
    const version = versionOfFile(given.path);
    const key = `${productId} ${version ?? ''}`;
    setBatches((known) => {
      const batch = known.find((other) => other.key === key) ?? { key, productId, version, files: [] };
      const next = { ...batch, files: [...batch.files, given] };
      return known.includes(batch) ? known.map((other) => (other === batch ? next : other)) : [...known, next];
    });
  }

  return {
    ...{ batches, unmatched, left, give },
    /** Those that were dropped onto a row are of its product, whatever their names. */
    take(given: readonly GivenFile[], productId: string | null): void {
      const wanted = given.filter(({ path }) => !isHidden(path));
      setLeft(
        wanted.flatMap(({ file, path }) => {
          const reason = reasonToLeave(path);
          return reason === null ? [] : [`${file.name} ${reason}`];
        }),
      );
      for (const one of wanted.filter(({ path }) => reasonToLeave(path) === null)) {
        const owner = productId ?? productOfFile(one.path, rows);
        if (owner === null) setUnmatched((known) => [...known.filter(({ path }) => path !== one.path), one]);
        else give(owner, one);
      }
    },
    forget: (given: GivenFile) => setUnmatched((known) => known.filter((other) => other !== given)),
    mayBegin(batch: Batch): boolean {
      const before = batches.slice(0, batches.indexOf(batch));
      return before.filter(({ key }) => !over.has(key)).length < AT_ONCE;
    },
    /** Two batches may fill one draft, whose files the first of them shows. */
    isFirstOf(draftId: string, { key }: Batch): boolean {
      if (!showing.current.has(draftId)) showing.current.set(draftId, key);
      return showing.current.get(draftId) === key;
    },
    isSending: batches.some(({ key }) => !over.has(key)),
    setMoving(key: string, isMoving: boolean): void {
      setOver((known) => new Set(isMoving ? [...known].filter((other) => other !== key) : [...known, key]));
    },
  };
}

export type GivenFiles = ReturnType<typeof useGivenFiles>;
