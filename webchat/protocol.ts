/** What frame, loader and server say to each other. The server's side is server/rest/webchat*.ts; nothing is imported from there. */

/** How the chat looks and what it takes: `GET /config`. Empty texts: the chat's own words. */
export type Config = {
  title: string;
  greeting: string;
  offlineText: string;
  /** "#rrggbb" */
  color: string;
  theme: "auto" | "light" | "dark";
  position: "right" | "left";
  launcherText: string;
  /** A language of words.ts; null: the browser's. */
  locale: string | null;
  /** In characters as people count them (code points). */
  maxTextLength: number;
  /** What may be attached, by message type. */
  media: Record<string, { contentTypes: string[]; maxBytes: number }>;
  /** Somebody of the team is there; null: not known yet. */
  isOnline: boolean | null;
};

export type Message = {
  id: string;
  /** Its place in the history, for `before`. */
  cursor: string;
  clientMessageId: string | null;
  from: "visitor" | "agent" | "assistant" | "service";
  name: string | null;
  avatarUrl: string | null;
  type: string;
  /** Text; the address of a file; JSON of a structured type. */
  content: string;
  caption: string | null;
  fileName: string | null;
  createdAt: string;
  status: string;
  editedAt: string | null;
  removedAt: string | null;
  replyToId: string | null;
  conversationEnded: boolean;
};

/** A message that has not arrived at the server yet. Its id is what makes sending it twice harmless. */
export type Pending = {
  clientMessageId: string;
  type: string;
  content: string;
  fileName: string | null;
  replyToId: string | null;
  /** ISO 8601, by the visitor's clock. */
  createdAt: string;
  /** Why the server will not have it; null while it is on its way. */
  failure: string | null;
};

/** Who the host page says the visitor is. `hash` (or `jwt`) is the proof that its server made. */
export type User = {
  id: string | null;
  hash?: string;
  jwt?: string;
  name?: string;
  surname?: string;
  email?: string;
  phone?: string;
  avatarUrl?: string;
};

/** Where the visitor is while writing. */
export type Page = { url: string; referrer: string };

/** What the loader keeps for the frame, which has no storage of its own. */
export type Kept = { token: string | null; pending: Pending[] };

/** The loader's first word to its frame; a MessagePort comes with it. */
export type Start = Kept & { user: User | null; isOpen: boolean };

export type ToFrame =
  | { type: "open"; isOpen: boolean }
  | { type: "user"; user: User }
  | { type: "reset" }
  /** Another tab of the same site has begun or ended a session. */
  | { type: "token"; token: string | null }
  | { type: "page"; page: Page };

export type ToLoader =
  | { type: "ready" }
  | { type: "close" }
  | { type: "token"; token: string | null }
  | { type: "keep"; pending: Pending }
  | { type: "drop"; clientMessageId: string }
  | { type: "unread"; count: number }
  | { type: "message"; message: Message }
  | { type: "look"; config: Config }
  | { type: "refused"; reason: string }
  | { type: "ask-page" };

/** Frame to its parent, until a port is there. */
export const HELLO = "omnichannel:hello";
/** Loader to its frame: `{type: START, start}` with the port. */
export const START = "omnichannel:start";
/** The portal to a frame opened with ?preview: `{type: PREVIEW, settings}`. */
export const PREVIEW = "omnichannel:preview";
