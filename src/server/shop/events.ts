import { EventEmitter } from 'node:events';
import type { Events } from '#src/domain/events.ts';

export type LocalEvents = Events & {
  /** Those that somebody listens to. */
  topics(): string[];
};

/** Listeners must not throw: it would reach the publisher and the other listeners. */
export function openEvents(): LocalEvents {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish(topic) {
      emitter.emit(topic);
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    topics: () => emitter.eventNames().map(String),
  };
}
