import { useState } from 'react';
import { withIdentity } from '#src/client/admin/identity.ts';
import { api, sentenceOf } from '#src/client/api.ts';
import { isAborted, sendFile } from '#src/client/uploads/uploads.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import {
  type CheckRestore,
  RESTORE_ARCHIVE_PATH,
  RESTORE_CHECK_PATH,
  RESTORE_PATH,
  type RestoreChoice,
  type SentArchive,
  type ShownRestore,
  type StartRestore,
} from '#src/wire/backups/restores.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';

export type Chosen = { choice: RestoreChoice; isEncrypted: boolean };

/** `listed` is what the list offered; a file is chosen and sent otherwise. */
export function useRestore(listed: Chosen | null) {
  const [chosen, setChosen] = useState(listed);
  const [sentPercent, setSentPercent] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const read = useRead<ShownRestore>(RESTORE_PATH, {
    enabled: isAsked,
    refetchInterval: ({ state }) => state.data?.current.state === 'checking' && SECOND_MS,
  });
  const checking = useChange<CheckRestore, ShownRestore>({
    run: (wanted) => api.post(RESTORE_CHECK_PATH, wanted),
    done: async () => {
      await read.refetch();
      setAsked(true);
    },
    failed: (error) => setTrouble(sentenceOf(error)),
  });
  const starting = useChange<StartRestore, unknown>({
    run: (wanted) => api.post(RESTORE_PATH, wanted),
    done: () => {
      setClosing(true);
      // The address answers that the shop is back soon, and goes on by itself.
      setTimeout(() => location.assign(settingsAddress('backup')), CLOSING_MS);
    },
    failed: (error) => setTrouble(sentenceOf(error)),
  });

  async function send(file: File): Promise<void> {
    setTrouble(null);
    setSentPercent(0);
    try {
      // The password is asked for before any of the file has left.
      await withIdentity(() => api.delete(RESTORE_PATH));
      const { id, isEncrypted } = await sendFile<SentArchive>(RESTORE_ARCHIVE_PATH, file, file.name, {
        onProgress: setSentPercent,
      });
      setChosen({ choice: { kind: 'sent', id }, isEncrypted });
      if (!isEncrypted) checking.submit({ choice: { kind: 'sent', id }, passphrase: null });
    } catch (error) {
      if (!isAborted(error)) setTrouble(sentenceOf(error));
    } finally {
      setSentPercent(null);
    }
  }

  const current = isAsked ? (read.data?.current ?? null) : null;
  return {
    chosen,
    current,
    trouble,
    sentPercent,
    isClosing,
    isBusy: checking.isBusy || starting.isBusy || sentPercent !== null,
    errors: { ...checking.fieldErrors, ...starting.fieldErrors },
    send,
    check(passphrase: string) {
      if (!chosen) return;
      setTrouble(null);
      checking.submit({ choice: chosen.choice, passphrase: passphrase === '' ? null : passphrase });
    },
    start(wanted: { word: string; areKeysFree: boolean }) {
      setTrouble(null);
      starting.submit(wanted as StartRestore);
    },
  };
}

const CLOSING_MS = 500;
