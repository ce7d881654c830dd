export type PushServices = {
  /** Browsers subscribe with it, in base64url. */
  readPublicKey(): Promise<string>;
  send(device: PushDevice, message: PushMessage): Promise<PushOutcome>;
  close(): Promise<void>;
};

export type PushDevice = { endpoint: string; publicKey: string; authSecret: string };

export type PushMessage = {
  /** JSON that `public/admin-notifications.js` reads. */
  text: string;
  /** The service forgets it then, where the device is off. */
  lastsMs: number;
  urgency: 'normal' | 'high';
  /** A newer message of the same topic replaces one that still waits at the service. */
  topic: string;
};

/** `gone`: the browser has no such subscription any more. */
export type PushOutcome = 'sent' | 'gone' | 'failed';
