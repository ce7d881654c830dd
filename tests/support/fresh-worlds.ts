import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openWorlds, type World } from './payment-world.ts';

/** Gives each test of a file a world of its own, on a new copy of the same database, and closes it afterwards. */
export function beginEachAnew(begin: (world: World) => void): void {
  let worlds: Awaited<ReturnType<typeof openWorlds>>;
  let world: World;
  beforeAll(async () => {
    worlds = await openWorlds();
  });
  afterAll(() => worlds.close());
  beforeEach(async () => {
    world = await worlds.begin();
    begin(world);
  });
  afterEach(() => world.close());
}
