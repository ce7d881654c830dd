import { useId } from 'react';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { HOOK_EVENT_GROUPS, HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEvent } from '#src/wire/hooks/hook-events.ts';
import { HOOK_KINDS, type HookKind } from '#src/wire/hooks/hooks.ts';
import type { TypedHook } from './typed-hook.ts';

type Props = {
  typed: TypedHook;
  isNew: boolean;
  errors: Record<string, string>;
  onChange: (change: Partial<TypedHook>) => void;
};

export function HookFields({ typed, isNew, errors, onChange }: Props) {
  const { kind, description, events, includeKeys } = typed;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Select
        label="O que recebe"
        value={kind}
        disabled={!isNew}
        onChange={(chosen) => onChange({ kind: chosen as HookKind })}
        options={KINDS}
        hint={HINTS[kind]}
      />
      <TextField
        label="Nome"
        size="small"
        placeholder="Planilha de vendas"
        value={description}
        onChange={({ target }) => onChange({ description: target.value })}
        error={errors['description'] ?? null}
      />
      <AddressFields typed={typed} isNew={isNew} errors={errors} onChange={onChange} />
      <EventChoice
        chosen={events}
        error={errors['events'] ?? null}
        onChange={(chosen) => onChange({ events: chosen })}
      />
      {kind === 'standard' && (
        <div className="grid gap-3">
          <Switch
            label="Enviar as chaves de ativação"
            hint="Sem isto, o aviso diz que a chave foi entregue, mas não qual é."
            isOn={includeKeys}
            onChange={(isOn) => onChange({ includeKeys: isOn })}
          />
          {includeKeys && (
            <Notice tone="warning" title="Quem lê este endereço terá as chaves">
              Ligue só se o outro sistema precisa delas, e se só você o vê.
            </Notice>
          )}
        </div>
      )}
    </div>
  );
}

function AddressFields({ typed: { kind, url, token, chatId }, isNew, errors, onChange }: Props) {
  const keeps = isNew ? '' : ' Vazio, fica o de agora.';
  if (kind === 'telegram') {
    return (
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Token do bot"
          size="small"
          spellCheck={false}
          hint={`O BotFather mostra quando você cria o bot.${keeps}`}
          value={token}
          onChange={({ target }) => onChange({ token: target.value })}
          error={errors['token'] ?? null}
        />
        <TextField
          label="Chat"
          size="small"
          hint="O número do grupo, ou @nome do canal."
          value={chatId}
          onChange={({ target }) => onChange({ chatId: target.value })}
          error={errors['chatId'] ?? null}
        />
      </div>
    );
  }
  return (
    <TextField
      label="Endereço"
      size="small"
      type="url"
      inputMode="url"
      spellCheck={false}
      placeholder={
        kind === 'discord' ? 'https://discord.com/api/webhooks/...' : 'https://n8n.exemplo.com.br/webhook/vendas'
      }
      hint={kind === 'discord' ? `No canal: Editar canal, Integrações, Webhooks, Copiar URL.${keeps}` : null}
      value={url}
      onChange={({ target }) => onChange({ url: target.value })}
      error={errors['url'] ?? null}
    />
  );
}

type ChoiceProps = { chosen: readonly HookEvent[]; error: string | null; onChange: (chosen: HookEvent[]) => void };

function EventChoice({ chosen, error, onChange }: ChoiceProps) {
  const id = useId();
  const toggle = (event: HookEvent, isOn: boolean) =>
    onChange(isOn ? [...chosen, event] : chosen.filter((other) => other !== event));
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">Avisar quando</legend>
      {GROUPS.map(([group, name]) => (
        <div key={group} className="grid gap-1">
          <p className="text-mini text-muted">{name}</p>
          <div className="grid grid-cols-1 sm:grid-cols-2">
            {HOOK_EVENT_NAMES.filter((event) => HOOK_EVENTS[event].group === group).map((event) => (
              <label key={event} className="flex min-h-9 items-center gap-2.5 text-sm max-sm:min-h-11">
                <input
                  type="checkbox"
                  checked={chosen.includes(event)}
                  aria-invalid={error ? true : undefined}
                  onChange={({ target }) => toggle(event, target.checked)}
                  className="size-4.5 shrink-0 accent-petrol-700"
                />
                {HOOK_EVENTS[event].label}
              </label>
            ))}
          </div>
        </div>
      ))}
      {error && (
        <p id={id} className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const GROUPS = Object.entries(HOOK_EVENT_GROUPS);
const KINDS = Object.entries(HOOK_KINDS).map(([value, label]) => ({ value, label }));
const HINTS: Record<HookKind, string> = {
  standard: 'n8n, Make, Zapier, ou um sistema seu. Recebe tudo do evento, assinado.',
  discord: 'Uma linha por evento em um canal, sem nome nem e-mail de ninguém.',
  telegram: 'Uma linha por evento em um grupo ou canal, sem nome nem e-mail de ninguém.',
};
