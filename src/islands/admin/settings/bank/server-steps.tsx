import { type ReactNode, useId, useRef, useState } from 'react';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';

type Props = {
  /** The file gets one setting on each line. */
  lines: readonly string[];
  /** It says what has to be replaced, and where it is found. */
  hint: ReactNode;
};

/** It tells whoever has never seen a terminal what to type, and where. */
export function ServerSteps({ lines, hint }: Props) {
  const [way, setWay] = useState<Way>('terminal');
  return (
    <ol className="mt-4 grid gap-5 text-sm">
      <Step number={1} title="Abra o arquivo de configuração">
        <div className="max-w-64">
          <Select
            label="Como a loja foi instalada"
            value={way}
            onChange={(chosen) => setWay(chosen as Way)}
            options={WAYS}
          />
        </div>
        <p>
          No servidor, abra o terminal {FOLDER[way]}, e rode este comando. Ele abre o arquivo com as configurações, ou
          cria um:
        </p>
        <Lines label="Comando que abre o arquivo" lines={[OPEN_FILE[way]]} />
      </Step>
      <Step number={2} title="Cole estas linhas no fim do arquivo">
        <Lines label="Linhas da configuração" lines={lines} />
        <p>
          {hint} Se uma delas já estiver lá, mude-a em vez de repetir. Salve com <Keys>Ctrl O</Keys> e{' '}
          <Keys>Enter</Keys>, e saia com <Keys>Ctrl X</Keys>.
        </p>
      </Step>
      <Step number={3} title="Reinicie a loja">
        <Lines label="Comandos que reiniciam a loja" lines={RESTART[way]} />
        <p>
          {way === 'terminal' && 'Antes, pare a loja com Ctrl C na janela em que ela roda. '}
          Se alguma linha estiver errada, a loja não abre e diz qual é. Depois, volte a esta página para conferir.
        </p>
      </Step>
    </ol>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full border border-line bg-raised font-mono text-mini"
      >
        {number}
      </span>
      <div className="grid min-w-0 gap-2 text-muted">
        <h3 className="pt-1 font-semibold text-foreground">{title}</h3>
        {children}
      </div>
    </li>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
      <textarea
        ref={field}
        id={id}
        readOnly
        aria-label={label}
        rows={lines.length}
        wrap="off"
        value={lines.join('\n')}
        onFocus={(event) => event.currentTarget.select()}
        className="code min-h-11 w-full min-w-0 resize-none overflow-x-auto rounded-field border border-outline bg-background px-3 py-2.5 text-mini leading-5 text-foreground"
      />
      <CopyButton label="Copiar" text={lines.join('\n')} field={field} className="button-2 shrink-0" />
    </div>
  );
}

function Keys({ children }: { children: string }) {
  return <kbd className="font-mono text-mini text-foreground">{children}</kbd>;
}

type Way = 'terminal' | 'service' | 'docker' | 'compose';

const WAYS = [
  { value: 'terminal', label: 'Com npm start' },
  { value: 'service', label: 'Como serviço (systemd)' },
  { value: 'docker', label: 'Com Docker' },
  { value: 'compose', label: 'Com Docker Compose' },
];

const OPEN_FILE: Record<Way, string> = {
  terminal: 'nano .env',
  service: 'sudo nano /opt/corte-final/app/.env',
  docker: 'nano .env',
  compose: 'nano compose.env',
};

const FOLDER: Record<Way, string> = {
  terminal: 'na pasta da loja, a do arquivo package.json',
  service: 'em qualquer pasta',
  docker: 'na pasta da loja, a do arquivo Dockerfile',
  compose: 'na pasta deploy da loja, a do arquivo compose.yaml',
};

const RESTART: Record<Way, readonly string[]> = {
  terminal: ['npm start'],
  service: ['sudo systemctl restart corte-final'],
  docker: [
    'docker rm -f loja',
    'docker run -d --name loja -p 127.0.0.1:4321:4321 -v corte-final:/data --env-file .env corte-final',
  ],
  compose: ['docker compose --env-file compose.env up -d'],
};
