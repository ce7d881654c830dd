import { useEffect, useRef, useState } from 'react';
import { recheckAfterRefusal } from '#src/client/session.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { startTransfer, type Transfer, type TransferNews } from './transfer.ts';
import { measureSpeed } from './transfer-text.ts';

/** `held` waits for the draft; `checking` has arrived and is being compared. */
type SendingState =
  | { name: 'held' | 'sending' | 'paused' | 'broken' | 'checking' }
  | { name: 'refused'; message: string };

export type SentFile = {
  key: string;
  file: File;
  platform: Platform;
  label: string;
  state: SendingState;
  sentBytes: number;
  bytesPerSecond: number | null;
};

type Options = {
  /** It is null until the draft is saved; files are held so long. */
  releaseId: string | null;
  /** It is told once the shop has the whole file, with what was chosen for it meanwhile. */
  onSent: (sent: Pick<SentFile, 'file' | 'platform' | 'label'>) => Promise<void>;
};

export function useTransfers({ releaseId, onSent }: Options) {
  const [files, setFiles] = useState<SentFile[]>([]);
  const running = useRef(new Map<string, Transfer>());
  const latest = useRef({ files, onSent });
  latest.current = { files, onSent };

  const change = (key: string, changed: (file: SentFile) => Partial<SentFile>) =>
    setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...changed(file) } : file)));
  const drop = (key: string) => {
    running.current.delete(key);
    setFiles((known) => known.filter((file) => file.key !== key));
  };

  async function begin({ key, file, platform, label }: SentFile, id: string): Promise<void> {
    const speedOf = measureSpeed();
    const hear = async (news: TransferNews) => {
      if (news.name === 'sent') return arrive(key);
      if (news.name === 'refused') recheckAfterRefusal(news.error);
      change(key, (before) => shownAfter(news, before, speedOf));
    };
    change(key, () => ({ state: { name: 'sending' } }));
    try {
      const transfer = await startTransfer({ file, releaseId: id, platform, label }, (news) => void hear(news));
      running.current.set(key, transfer);
      if (!latest.current.files.some((known) => known.key === key)) await stop(transfer);
    } catch (error) {
      console.error('O envio não começou:', error);
      change(key, () => ({ state: { name: 'refused', message: NOT_BEGUN } }));
    }
  }

  async function arrive(key: string): Promise<void> {
    const sent = latest.current.files.find((file) => file.key === key);
    if (sent) await latest.current.onSent(sent);
    drop(key);
  }

  const beginHeld = useRef(begin);
  beginHeld.current = begin;
  useEffect(() => {
    if (releaseId === null) return;
    for (const file of files) if (file.state.name === 'held') void beginHeld.current(file, releaseId);
  }, [releaseId, files]);

  useEffect(() => {
    const goOn = () => {
      for (const { key, state } of latest.current.files) {
        if (state.name === 'broken') running.current.get(key)?.resume();
      }
    };
    addEventListener('online', goOn);
    const transfers = running.current;
    return () => {
      removeEventListener('online', goOn);
      for (const transfer of transfers.values()) transfer.pause();
    };
  }, []);

  return {
    files,
    add(file: File, platform: Platform): void {
      setFiles((known) => [...known.filter((other) => other.file.name !== file.name), heldFile(file, platform)]);
    },
    setPlatform: (key: string, platform: Platform) => change(key, () => ({ platform })),
    setLabel: (key: string, label: string) => change(key, () => ({ label })),
    pause(key: string): void {
      running.current.get(key)?.pause();
      change(key, () => ({ state: { name: 'paused' }, bytesPerSecond: null }));
    },
    resume(key: string): void {
      running.current.get(key)?.resume();
      change(key, () => ({ state: { name: 'sending' } }));
    },
    cancel(key: string): void {
      const transfer = running.current.get(key);
      drop(key);
      if (transfer) void stop(transfer);
    },
  };
}

function heldFile(file: File, platform: Platform): SentFile {
  const state = { name: 'held' } as const;
  return { key: crypto.randomUUID(), file, platform, label: '', state, sentBytes: 0, bytesPerSecond: null };
}

const NOT_BEGUN = 'O envio não começou. Confira sua conexão, recarregue a página e tente de novo.';

/** The shop removes by itself what it cannot be told to remove now. */
async function stop(transfer: Transfer): Promise<void> {
  try {
    await transfer.cancel();
  } catch (error) {
    console.error('O que já chegou do envio fica na loja por 24 horas:', error);
  }
}

export type Transfers = ReturnType<typeof useTransfers>;

function shownAfter(
  news: Exclude<TransferNews, { name: 'sent' }>,
  { file, state }: SentFile,
  speedOf: ReturnType<typeof measureSpeed>,
): Partial<SentFile> {
  if (news.name === 'broken') return { state: { name: 'broken' }, bytesPerSecond: null };
  if (news.name === 'refused') return { state: { name: 'refused', message: news.message }, bytesPerSecond: null };
  const { sentBytes } = news;
  if (state.name === 'paused') return { sentBytes };
  const name = sentBytes < file.size ? 'sending' : 'checking';
  return { state: { name }, sentBytes, bytesPerSecond: speedOf(sentBytes, Date.now()) };
}
