import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openWorlds, type World } from '../purchases/payment-world.ts';

export function beginEachAnew(begin: (world: World) => void | Promise<void>): void {
  let worlds: Awaited<ReturnType<typeof openWorlds>>;
  let world: World;
  beforeAll(async () => {
    worlds = await openWorlds();
  });
  afterAll(() => worlds.close());
  beforeEach(async () => {
    world = await worlds.begin();
    await begin(world);
  });
  afterEach(() => world.close());
}
