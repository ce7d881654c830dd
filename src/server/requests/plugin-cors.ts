import type { RequestHandler } from 'express';
import { isPluginCall, isPluginFile } from './same-origin.ts';

/** Lets pages of any origin read the plugin's calls: a panel of an editor is a page at `file://`. */
export const openPluginCalls: RequestHandler = (request, response, next) => {
  if (!isPluginCall(request) && !isPluginFile(request)) return next();
  response.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED });
  if (request.method !== 'OPTIONS' || isPluginFile(request)) return next();
  response
    .status(204)
    .set({
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'content-type',
      'Access-Control-Max-Age': '86400',
    })
    .end();
};

/** A panel needs them to name the file, show how far it is, and go on with it. */
const EXPOSED = 'Retry-After, Content-Disposition, Content-Length, Content-Range, ETag';
