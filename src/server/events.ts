import { EventEmitter } from 'node:events';
import type { Events } from '#src/domain/shop.ts';

/** News within the process. Listeners must not throw: the others, and whoever publishes, would suffer for it. */
export function openEvents(): Events {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish(topic) {
      emitter.emit(topic);
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
  };
}
