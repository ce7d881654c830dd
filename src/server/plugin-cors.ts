import type { RequestHandler } from 'express';
import { isPluginCall } from './same-origin.ts';

/** Lets pages of any origin read the plugin's calls: a panel of an editor is a page at `file://`. */
export const openPluginCalls: RequestHandler = (request, response, next) => {
  if (!isPluginCall(request)) return next();
  response.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' });
  if (request.method !== 'OPTIONS') return next();
  response
    .status(204)
    .set({
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'content-type',
      'Access-Control-Max-Age': '86400',
    })
    .end();
};
