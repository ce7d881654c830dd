import { useEffect, useRef, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { recheckAfterRefusal } from '#src/client/session.ts';
import { releasesPath } from '#src/islands/admin/releases/release-paths.ts';
import { SendingFile } from '#src/islands/admin/releases/transfers/sending-file.tsx';
import { StoredFile } from '#src/islands/admin/releases/transfers/stored-file.tsx';
import { useTransfers } from '#src/islands/admin/releases/transfers/use-transfers.ts';
import { FIRST_VERSION, takeSent } from '#src/islands/admin/releases/use-release-window.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { Release } from '#src/wire/releases/releases.ts';
import { platformOfFile } from './match-files.ts';
import type { Batch, GivenFiles } from './use-given-files.ts';

type Props = { batch: Batch; given: GivenFiles };

/** Sends files into a draft of their product; publishing it is the owner's, beside its notes. */
export function DraftFiles({ batch, given }: Props) {
  const { productId, version, files } = batch;
  const { draftId, trouble, open } = useDraft(batch, given.mayBegin(batch));
  const isShown = draftId === null || given.isFirstOf(draftId, batch);
  const releases = useRead<Release[]>(releasesPath(productId), { enabled: draftId !== null });
  const release = releases.data?.find(({ id }) => id === draftId);
  const transfers = useTransfers({
    releaseId: draftId,
    onSent: (sent) => takeSent(productId, draftId ?? undefined, sent),
  });
  const doubles = useNewFiles(files, transfers);
  const isOnItsWay = transfers.files.some(({ state }) => state.name !== 'refused' && state.name !== 'paused');
  const isMoving = trouble === null && (draftId === null || isOnItsWay);
  const told = useRef(given.setMoving);
  told.current = given.setMoving;
  useEffect(() => told.current(batch.key, isMoving), [batch.key, isMoving]);
  return (
    <div className="grid min-w-0 gap-2">
      {isShown && <DraftLine productId={productId} release={release} version={version ?? FIRST_VERSION} />}
      {trouble !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-danger">
          <p className="min-w-0 flex-1 basis-48">{trouble}</p>
          <Button size="small" onClick={open}>
            Tentar de novo
          </Button>
        </div>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {isShown &&
          release?.files.map((file) => (
            <StoredFile
              key={file.id}
              productId={productId}
              file={file}
              platforms={release.addable}
              isEditable={release.state === 'draft' || file.isAwaiting}
            />
          ))}
        {transfers.files.map((sent) => (
          <SendingFile key={sent.key} sent={sent} transfers={transfers} platforms={release?.addable ?? []} />
        ))}
      </ul>
      {doubles.map((name) => (
        <p key={name} role="alert" className="text-sm text-danger wrap-anywhere">
          Outro arquivo {name} já vai nesta versão. Mude o nome dele e solte de novo.
        </p>
      ))}
    </div>
  );
}

type DraftLineProps = { productId: string; release: Release | undefined; version: string };

function DraftLine({ productId, release, version }: DraftLineProps) {
  return (
    <p className="flex flex-wrap gap-x-3 text-mini text-muted">
      <span>
        Versão {release?.version ?? version}
        {(!release || release.state === 'draft') && ', rascunho'}
      </span>
      {release && release.files.length > 0 && (
        <a href={`/admin/products?id=${encodeURIComponent(productId)}&aba=versoes`} className="link">
          Publicar em Versões
        </a>
      )}
    </p>
  );
}

/** It is opened with the first file, once it is this batch's turn. */
function useDraft({ productId, version, files }: Batch, mayBegin: boolean) {
  const [draftId, setDraftId] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const isOpening = useRef(false);
  async function open(): Promise<void> {
    if (isOpening.current) return;
    isOpening.current = true;
    setTrouble(null);
    try {
      setDraftId(await findOrCreateDraft(productId, version));
    } catch (error) {
      recheckAfterRefusal(error);
      setTrouble(sentenceOf(error));
    } finally {
      isOpening.current = false;
    }
  }
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (mayBegin && draftId === null && files.length > 0) void latest.current();
  }, [mayBegin, draftId, files]);
  return { draftId, trouble, open: () => void open() };
}

/** A file that tells no version joins the draft that is there. */
async function findOrCreateDraft(productId: string, version: string | null): Promise<string> {
  const releases = await api.get<Release[]>(releasesPath(productId));
  const wanted = version ?? FIRST_VERSION;
  const known =
    (version === null ? releases.find(({ state }) => state === 'draft') : undefined) ??
    releases.find((release) => shortened(release.version) === shortened(wanted));
  return (known ?? (await api.post<Release>(releasesPath(productId), { version: wanted }))).id;
}

function shortened(version: string): string {
  return version.replace(/(?:\.0)+$/, '');
}

/** Hands each given file on once, and returns the names of those that would take the place of another. */
function useNewFiles(given: Batch['files'], transfers: ReturnType<typeof useTransfers>): string[] {
  const taken = useRef(0);
  const [doubles, setDoubles] = useState<string[]>([]);
  const latest = useRef(transfers);
  latest.current = transfers;
  useEffect(() => {
    const going = new Map(
      latest.current.files.flatMap(({ file, state }) => (state.name === 'refused' ? [] : [[file.name, file] as const])),
    );
    const found: string[] = [];
    for (const { file, path } of given.slice(taken.current)) {
      const other = going.get(file.name);
      if (!other) {
        going.set(file.name, file);
        latest.current.add(file, platformOfFile(path));
      } else if (other.size !== file.size || other.lastModified !== file.lastModified) found.push(file.name);
    }
    taken.current = given.length;
    setDoubles([...new Set(found)]);
  }, [given]);
  return doubles;
}
