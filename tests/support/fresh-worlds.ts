import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openWorlds, type World } from './payment-world.ts';

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
