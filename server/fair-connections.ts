import type pg from "pg";
import { FairLines, type Leave } from "./fair-lines.ts";
import { currentTrail } from "./observe/trail.ts";

/** Of the connections, what requests of workspaces may have together: the rest signs people in, and takes what customers send. */
const SHARE_OF_ALL = 0.8;
/** … and what those of one workspace may have. */
const SHARE_OF_ONE = 0.25;
/** More than the fields of all documents that a workspace may run at once ask for. */
const LONGEST = 1_000;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * From here on a request takes a connection of the pool in the line of its workspace, so that one workspace never has all of them. Who
 * waits too long gets the words that the pool has for it. Work without a workspace waits in no line.
 */
export function shareFairly(pool: pg.Pool, { places, patienceMs }: { places: number; patienceMs: number }): void {
  const lines = new FairLines({
    places: Math.max(1, Math.floor(places * SHARE_OF_ALL)),
    placesEach: Math.max(1, Math.floor(places * SHARE_OF_ONE)),
    longest: LONGEST,
    patienceMs,
    refusal: () => new Error("timeout exceeded when trying to connect: the workspace's other requests took too long"),
  });
  const leaves = new WeakMap<pg.PoolClient, Leave>();
  pool.on("release", (_error, client) => {
    leaves.get(client)?.();
    leaves.delete(client);
  });
  const connect = pool.connect.bind(pool) as (callback: Callback) => void;

  const connectFairly = (callback: Callback): void => {
    const workspaceId = currentTrail()?.workspaceId;
    if (workspaceId === undefined) return connect(callback);
    const connectWith = (leave: Leave): void =>
      connect((error, client, done) => {
        if (client) leaves.set(client, leave);
        else leave();
        callback(error, client, done);
      });
    const place = lines.enter(workspaceId);
    if (typeof place === "function") return connectWith(place);
    place.then(connectWith, (error: Error) => callback(error, undefined, () => undefined));
  };

  pool.connect = ((callback?: Callback) =>
    callback
      ? connectFairly(callback)
      : new Promise<pg.PoolClient>((resolve, reject) =>
          connectFairly((error, client) => (client ? resolve(client) : reject(error ?? new Error("no connection")))),
        )) as typeof pool.connect;
}
