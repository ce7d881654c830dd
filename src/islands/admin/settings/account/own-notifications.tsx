import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { ALL_NOTIFICATION_KINDS, NOTIFICATION_KINDS } from '#src/wire/notifications/notification-kinds.ts';
import {
  type OwnNotifications as Notifications,
  OWN_NOTIFICATIONS_PATH,
  QUIET_HOURS,
  SUMMARY_PREVIEW_PATH,
} from '#src/wire/notifications/own-notifications.ts';
import type { SaveNotifications } from '#src/wire/notifications/save-notifications.ts';
import { NotifiedDevices } from './notified-devices.tsx';

/** Each administrator has their own. */
export function OwnNotifications({ rendered }: { rendered: Notifications }) {
  const read = useRead<Notifications>(OWN_NOTIFICATIONS_PATH, { initialData: rendered });
  const own = read.data ?? rendered;
  return (
    <section
      aria-labelledby="own-notifications"
      className="scroll-mt-20 rounded-card border border-line bg-surface p-4 lg:p-6"
    >
      <h2 id="own-notifications" className="text-base">
        Avisos no celular
      </h2>
      <p className="mt-1 text-sm text-muted">
        O que acontece na loja, na tela dos seus aparelhos, sem nome nem endereço de quem compra.
      </p>
      <NotifiedDevices own={own} />
      <Choices rendered={own} />
    </section>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}h` }));

function Choices({ rendered }: { rendered: Notifications }) {
  const [choices, setChoices] = useState<SaveNotifications>(rendered);
  const change = (changed: Partial<SaveNotifications>) => setChoices({ ...choices, ...changed });
  const { kinds, fromHour, untilHour, wantsWeeklySummary } = choices;
  const isQuiet = fromHour !== untilHour;
  const { submit, isBusy } = useChange<SaveNotifications, unknown>({
    run: ({ kinds, fromHour, untilHour, wantsWeeklySummary }) =>
      api.put(OWN_NOTIFICATIONS_PATH, { kinds, fromHour, untilHour, wantsWeeklySummary }),
    refresh: [OWN_NOTIFICATIONS_PATH],
    told: 'Avisos salvos',
    failed: 'Erro ao salvar os avisos',
  });
  return (
    <Form className="mt-5 grid gap-4 border-t border-line pt-4" onSubmit={() => submit(choices)}>
      <fieldset>
        <legend className="text-sm font-medium">Avisar de</legend>
        <div className="mt-1 grid gap-x-8 sm:grid-cols-2">
          {rendered.offeredKinds.map((kind) => (
            <Switch
              key={kind}
              label={NOTIFICATION_KINDS[kind].label}
              isOn={kinds.includes(kind)}
              onChange={(isOn) =>
                change({ kinds: ALL_NOTIFICATION_KINDS.filter((one) => (one === kind ? isOn : kinds.includes(one))) })
              }
            />
          ))}
        </div>
      </fieldset>
      <Switch
        label="Silêncio à noite"
        hint="Nesse horário, de Brasília, nada toca. Quando ele acaba, chega um aviso só, com a soma do que aconteceu."
        isOn={isQuiet}
        onChange={(isOn) => change(isOn ? QUIET_HOURS : { fromHour: 0, untilHour: 0 })}
      />
      {isQuiet && (
        <div className="grid max-w-sm grid-cols-2 gap-4">
          <Select
            size="normal"
            label="Das"
            value={String(fromHour)}
            onChange={(hour) => change({ fromHour: Number(hour) })}
            options={HOURS.filter(({ value }) => value !== String(untilHour))}
          />
          <Select
            size="normal"
            label="Até as"
            value={String(untilHour)}
            onChange={(hour) => change({ untilHour: Number(hour) })}
            options={HOURS.filter(({ value }) => value !== String(fromHour))}
          />
        </div>
      )}
      {rendered.offersWeeklySummary && (
        <WeeklySummary
          isMailSent={rendered.isMailSent}
          isOn={wantsWeeklySummary}
          onChange={(isOn) => change({ wantsWeeklySummary: isOn })}
        />
      )}
      <div>
        <Button type="submit" isBusy={isBusy} busyLabel="Salvando...">
          Salvar os avisos
        </Button>
      </div>
    </Form>
  );
}

function WeeklySummary({ isMailSent, isOn, onChange }: WeeklySummaryProps) {
  return (
    <div className="grid gap-1">
      <Switch
        label="Resumo da semana por e-mail"
        hint={
          isMailSent
            ? 'Às segundas, depois das 8h: as vendas da semana comparadas com as da anterior.'
            : 'Às segundas, depois das 8h, assim que a loja enviar e-mails: ponha a conta em Configurações, E-mail.'
        }
        isOn={isOn}
        onChange={onChange}
      />
      <p className="text-sm">
        <a
          href={SUMMARY_PREVIEW_PATH}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center"
        >
          Ver como fica o da última semana
        </a>
      </p>
    </div>
  );
}

type WeeklySummaryProps = { isMailSent: boolean; isOn: boolean; onChange: (isOn: boolean) => void };
