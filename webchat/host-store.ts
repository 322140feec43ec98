import type { Kept, Pending } from "./protocol.ts";

const PREFIX = "omnichannel-chat:";

/** What is kept between visits, per channel. Where the browser refuses storage, it lasts as long as the page. */
export type HostStore = {
  read: () => Kept;
  setToken: (token: string | null) => void;
  /** One entry for each message: two tabs that write at the same time do not overwrite each other's. */
  keep: (pending: Pending) => void;
  drop: (clientMessageId: string) => void;
  clear: () => void;
  /** Another tab began or ended the session. */
  onToken: (hear: (token: string | null) => void) => void;
};

/** The part of Storage that is used; a Map of the page's own where the browser has none to give. */
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

/** localStorage, tried once: the property itself throws where cookies are blocked, and writing where the quota is 0. */
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
      // Full: the message is still sent, it only would not survive a reload.
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

/** What an older version, or somebody else, left there is no reason to break. */
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
