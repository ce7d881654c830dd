import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { DrawnPasswords } from '#src/domain/access/administrators.ts';
import { INSTALLATION_PATH, LINK_PARAMETER } from '#src/wire/installation/steps.ts';
import { openLog } from './log.ts';
import { readOwnSettings } from './opening/own-settings.ts';
import { localsOf } from './requests/app.ts';
import { serveUploads } from './requests/uploads.ts';
import { openShop } from './shop/open-shop.ts';
import { startWorker } from './worker.ts';

export type DevelopmentShop = {
  locals(request: IncomingMessage, response: ServerResponse): App.Locals;
  uploads: RequestHandler;
  close(): Promise<void>;
};

export async function openForDevelopment(): Promise<DevelopmentShop> {
  const settings = readOwnSettings();
  const log = openLog(settings.LOG_LEVEL);
  const showPasswords = ({ administrator, gate }: DrawnPasswords) => {
    if (administrator) process.stdout.write(`Painel: ${settings.ADMIN_EMAIL}, senha ${administrator}\n`);
    if (gate) process.stdout.write(`Senha das portas: ${gate}\n`);
  };
  const opened = await openShop(settings, log, { showPasswords });
  const { shop, whileLeading, close } = opened;
  const token = opened.installation?.token;
  if (token) process.stdout.write(`Instalação: ${INSTALLATION_PATH}?${LINK_PARAMETER}=${token}\n`);
  const worker = startWorker(shop, whileLeading);
  const app = express();
  app.use(serveUploads(shop, settings));
  return {
    locals: (request, response) => localsOf(shop, request.socket.remoteAddress, response),
    uploads: app,
    async close() {
      shop.mail.close();
      await worker.close();
      await close();
    },
  };
}
