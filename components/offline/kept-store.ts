import { deleteDB, openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { CONV_ROWS, MESSAGES, type ConvRow, type ConvRowPage, type Message } from "../inbox/documents.ts";

const NAME = "inbox";
/** The version of the object stores. `SHAPE` is the version of their contents. */
const VERSION = 1;
/** The documents that the stored data was read with. A release that reads other fields discards the data of earlier ones. */
const SHAPE = JSON.stringify([CONV_ROWS, MESSAGES].map(({ definitions }) => definitions));

/** Limits: threads per workspace, messages per thread, and the maximum age. */
export const KEPT_THREADS = 200;
export const KEPT_MESSAGES = 50;
export const KEPT_MS = 14 * 24 * 3_600_000;

/** A conversation as last seen in this browser: its row and its newest messages, oldest first. */
export type KeptThread = { row: ConvRow; messages: Message[]; hasOlder: boolean };
/** The first page of a list, by its key in the query cache. */
export type KeptList = { key: string; page: ConvRowPage };

type Found = {
  tx: IDBPTransaction<Kept, ("owner" | "places" | "threads")[]>;
  place: Kept["places"]["value"] | undefined;
};
type Timed = { workspaceId: number; at: number };
interface Kept extends DBSchema {
  /** One entry: the person who owns all of the data. */
  owner: { key: "owner"; value: { userId: string; shape: string } };
  /** For each workspace: the permissions it was seen with, and its last list. */
  places: { key: number; value: Timed & { seenAs: string; list: KeptList | null } };
  threads: {
    key: [number, string];
    value: Timed & KeptThread & { convId: string };
    indexes: { at: number; age: [number, number] };
  };
}

/** The owner of the stored data. `seenAs` identifies the permissions. With other permissions, the store starts empty. */
export type Keeper = { workspaceId: number; userId: string; seenAs: string };

/** Browsers may refuse to store data (private windows, a full disk). Then nothing is stored, and everything is read from the service. */
async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

async function open(): Promise<IDBPDatabase<Kept> | null> {
  if (typeof indexedDB === "undefined") return null;
  const opening = () =>
    openDB<Kept>(NAME, VERSION, {
      upgrade(db) {
        for (const store of db.objectStoreNames) db.deleteObjectStore(store);
        db.createObjectStore("owner");
        db.createObjectStore("places", { keyPath: "workspaceId" });
        const threads = db.createObjectStore("threads", { keyPath: ["workspaceId", "convId"] });
        threads.createIndex("at", "at");
        threads.createIndex("age", ["workspaceId", "at"]);
      },
      // Close for a newer release that waits in another tab.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    });
  const opened = await attempt(opening);
  if (opened) return opened;
  // The database was created by a newer release than this one.
  await attempt(() => deleteDB(NAME));
  return attempt(opening);
}

export type KeptStore = ReturnType<typeof createKeptStore>;

/**
 * What a person last saw of a workspace's inbox, in this browser's database. It contains only what they saw, and the service is asked for
 * all of it again. Writes after a sign-out or after another person's sign-in are dropped, because the owner entry no longer matches.
 */
export function createKeptStore({ workspaceId, userId, seenAs }: Keeper, now: () => number = Date.now) {
  const opened = open().then(async (db) => {
    if (db) await attempt(() => takeOver(db));
    return db;
  });
  let isFull = false;

  async function takeOver(db: IDBPDatabase<Kept>): Promise<void> {
    const tx = db.transaction(["owner", "places", "threads"], "readwrite");
    const [owner, places, threads] = [tx.objectStore("owner"), tx.objectStore("places"), tx.objectStore("threads")];
    const known = await owner.get("owner");
    if (known?.userId !== userId || known.shape !== SHAPE) {
      await Promise.all([places.clear(), threads.clear(), owner.put({ userId, shape: SHAPE }, "owner")]);
    }
    const place = await places.get(workspaceId);
    if (place?.seenAs !== seenAs) {
      await threads.delete(IDBKeyRange.bound([workspaceId], [workspaceId, []]));
      await places.put({ workspaceId, seenAs, list: null, at: now() });
    }
    const old = now() - KEPT_MS;
    for (const key of await threads.index("at").getAllKeys(IDBKeyRange.upperBound(old, true)))
      await threads.delete(key);
    for (const other of await places.getAll()) if (other.at < old) await places.put({ ...other, list: null });
    await tx.done;
  }

  /** null: the data no longer belongs to this person with these permissions. Checked in the transaction of every read and write. */
  async function useOf<Mode extends "readonly" | "readwrite">(db: IDBPDatabase<Kept>, mode: Mode) {
    const tx = db.transaction(["owner", "places", "threads"], mode);
    const [owner, place] = await Promise.all([
      tx.objectStore("owner").get("owner"),
      tx.objectStore("places").get(workspaceId),
    ]);
    const isTrue = owner?.userId === userId && owner.shape === SHAPE && place?.seenAs === seenAs;
    return isTrue ? { tx, place } : null;
  }

  async function read<T>(work: (found: Found) => Promise<T | null>): Promise<T | null> {
    const db = await opened;
    if (!db) return null;
    return attempt(async () => {
      const found = await useOf(db, "readonly");
      return found ? work(found) : null;
    });
  }

  async function write(work: (db: IDBPDatabase<Kept>) => Promise<void>): Promise<void> {
    const db = await opened;
    if (!db || isFull) return;
    try {
      await work(db);
    } catch {
      isFull = true;
    }
  }

  const isYoung = (at: number) => at >= now() - KEPT_MS;

  return {
    thread: (convId: string): Promise<KeptThread | null> =>
      read(async ({ tx }) => {
        const found = await tx.objectStore("threads").get([workspaceId, convId]);
        return found && isYoung(found.at) ? found : null;
      }),
    list: (key: string): Promise<ConvRowPage | null> =>
      read(({ place }) => {
        const isIt = place?.list?.key === key && isYoung(place.at);
        return Promise.resolve(isIt && place.list ? place.list.page : null);
      }),
    keepThreads: (kept: readonly KeptThread[]): Promise<void> =>
      write(async (db) => {
        const found = await useOf(db, "readwrite");
        if (!found) return;
        const threads = found.tx.objectStore("threads");
        for (const { row, messages, hasOlder } of kept) {
          const newest = messages.slice(-KEPT_MESSAGES);
          await threads.put({
            workspaceId,
            convId: row.id,
            at: now(),
            row,
            messages: newest,
            hasOlder: hasOlder || newest.length < messages.length,
          });
        }
        const ages = IDBKeyRange.bound([workspaceId], [workspaceId, []]);
        const byAge = await threads.index("age").getAllKeys(ages);
        for (const key of byAge.slice(0, Math.max(0, byAge.length - KEPT_THREADS))) await threads.delete(key);
        await found.tx.done;
      }),
    keepList: (list: KeptList): Promise<void> =>
      write(async (db) => {
        const found = await useOf(db, "readwrite");
        if (!found) return;
        await found.tx.objectStore("places").put({ workspaceId, seenAs, list, at: now() });
        await found.tx.done;
      }),
    /** Deletes conversations that the person has lost access to. */
    forget: async (convIds: readonly string[]): Promise<void> => {
      const db = await opened;
      if (!db) return;
      await attempt(async () => {
        const tx = db.transaction(["places", "threads"], "readwrite");
        const gone = new Set(convIds);
        for (const convId of gone) await tx.objectStore("threads").delete([workspaceId, convId]);
        const place = await tx.objectStore("places").get(workspaceId);
        if (place?.list) {
          const nodes = place.list.page.nodes.filter(({ id }) => !gone.has(id));
          await tx
            .objectStore("places")
            .put({ ...place, list: { ...place.list, page: { ...place.list.page, nodes } } });
        }
        await tx.done;
      });
    },
    close: async (): Promise<void> => (await opened)?.close(),
  };
}

/** Empties the store: at a sign-out, when a session has ended, and for one workspace when the person's seat there is removed. */
export async function forgetKept(workspaceId?: number): Promise<void> {
  const db = await open();
  if (!db) return;
  await attempt(async () => {
    const tx = db.transaction(["owner", "places", "threads"], "readwrite");
    if (workspaceId === undefined) {
      await Promise.all(
        ["owner" as const, "places" as const, "threads" as const].map((name) => tx.objectStore(name).clear()),
      );
    } else {
      await tx.objectStore("threads").delete(IDBKeyRange.bound([workspaceId], [workspaceId, []]));
      await tx.objectStore("places").delete(workspaceId);
    }
    await tx.done;
  });
  db.close();
}
