import type { Kept, Pending } from "./protocol.ts";

const PREFIX = "omnichannel-chat:";

/** Data kept between visits, per channel. If the browser refuses storage, it lasts as long as the page. */
export type HostStore = {
  read: () => Kept;
  setToken: (token: string | null) => void;
  /** One entry for each message, so that two tabs writing at the same time do not overwrite each other. */
  keep: (pending: Pending) => void;
  drop: (clientMessageId: string) => void;
  clear: () => void;
  /** Another tab started or ended the session. */
  onToken: (hear: (token: string | null) => void) => void;
};

/** The used part of Storage, or a Map in memory if the browser has no storage. */
type Entries = Pick<Storage, "getItem" | "setItem" | "removeItem"> & { names: () => string[] };

function memory(): Entries {
  const entries = new Map<string, string>();
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    names: () => [...entries.keys()],
  };
}

/** localStorage, tested once: reading the property throws if cookies are blocked, and writing throws if the quota is 0. */
function openEntries(): Entries {
  try {
    const storage = window.localStorage;
    const probe = `${PREFIX}probe`;
    storage.setItem(probe, "");
    storage.removeItem(probe);
    return {
      getItem: (name) => storage.getItem(name),
      setItem: (name, value) => storage.setItem(name, value),
      removeItem: (name) => storage.removeItem(name),
      names: () => Object.keys(storage),
    };
  } catch {
    return memory();
  }
}

export function openHostStore(channelId: string, entries: Entries = openEntries()): HostStore {
  const tokenName = `${PREFIX}${channelId}:token`;
  const pendingPrefix = `${PREFIX}${channelId}:pending:`;
  const pendingNames = () => entries.names().filter((name) => name.startsWith(pendingPrefix));
  const write = (name: string, value: string) => {
    try {
      entries.setItem(name, value);
    } catch {
      // Storage is full. The message is still sent, but would not survive a reload.
    }
  };
  return {
    read: () => ({
      token: entries.getItem(tokenName),
      pending: pendingNames()
        .flatMap((name) => parsePending(entries.getItem(name)))
        .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    }),
    setToken: (token) => (token === null ? entries.removeItem(tokenName) : write(tokenName, token)),
    keep: (pending) => write(pendingPrefix + pending.clientMessageId, JSON.stringify(pending)),
    drop: (clientMessageId) => entries.removeItem(pendingPrefix + clientMessageId),
    clear: () => [tokenName, ...pendingNames()].forEach((name) => entries.removeItem(name)),
    onToken: (hear) =>
      window.addEventListener("storage", (event) => {
        if (event.key === tokenName) hear(event.newValue);
      }),
  };
}

/** Invalid entries, from an older version or other code, must not break the chat. */
function parsePending(text: string | null): Pending[] {
  try {
    const value = JSON.parse(text ?? "null") as Partial<Pending> | null;
    const isWhole = [value?.clientMessageId, value?.type, value?.content, value?.createdAt].every(
      (part) => typeof part === "string",
    );
    return value && isWhole ? [{ fileName: null, replyToId: null, failure: null, ...value } as Pending] : [];
  } catch {
    return [];
  }
}
