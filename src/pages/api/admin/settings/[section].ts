import { saveSettings, showSettings } from '#src/domain/upkeep/settings.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SaveSettings } from '#src/wire/upkeep/save-settings.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop, params: { section = '' } }) => showSettings(shop, section),
});

export const PUT = endpoint({
  allow: 'settings',
  confirms: ({ section }) => section === 'team' || section === 'affiliates',
  body: SaveSettings,
  run: ({ shop, user, params: { section = '' }, body }) => saveSettings(shop, user, section, body),
});
