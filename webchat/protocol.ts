/**
 * The messages between frame, loader and server. The server's side is server/rest/webchat*.ts. Nothing is imported from there.
 */

/** The chat's appearance and limits: `GET /config`. For empty texts, the chat uses its own. */
export type Config = {
  title: string;
  greeting: string;
  offlineText: string;
  /** "#rrggbb" */
  color: string;
  theme: "auto" | "light" | "dark";
  position: "right" | "left";
  launcherText: string;
  /** A language of words.ts. null: the browser's. */
  locale: string | null;
  /** In characters as people count them (code points). */
  maxTextLength: number;
  /** The accepted attachments by message type. */
  media: Record<string, { contentTypes: string[]; maxBytes: number }>;
  /** Whether a team member is online. null: not known yet. */
  isOnline: boolean | null;
};

export type Message = {
  id: string;
  /** Its position in the history, for `before`. */
  cursor: string;
  clientMessageId: string | null;
  from: "visitor" | "agent" | "assistant" | "service";
  name: string | null;
  avatarUrl: string | null;
  type: string;
  /** A text, the URL of a file, or the JSON of a structured type. */
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

/** A message that the server does not have yet. Its ID makes a repeated send harmless. */
export type Pending = {
  clientMessageId: string;
  type: string;
  content: string;
  fileName: string | null;
  replyToId: string | null;
  /** ISO 8601, by the visitor's clock. */
  createdAt: string;
  /** Why the server refused it. null: still being sent. */
  failure: string | null;
};

/** The visitor's identity according to the host page. `hash` (or `jwt`) is the proof made by the host's server. */
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

/** The page that the visitor writes from. */
export type Page = { url: string; referrer: string };

/** The data that the loader stores for the frame, which has no storage of its own. */
export type Kept = { token: string | null; pending: Pending[] };

/** The loader's first message to its frame. A MessagePort comes with it. */
export type Start = Kept & { user: User | null; isOpen: boolean };

export type ToFrame =
  | { type: "open"; isOpen: boolean }
  | { type: "user"; user: User }
  | { type: "reset" }
  /** Another tab of the same site has started or ended a session. */
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

/** From the frame to its parent, until it has a port. */
export const HELLO = "omnichannel:hello";
/** From the loader to its frame: `{type: START, start}` with the port. */
export const START = "omnichannel:start";
/** From the portal to a frame opened with ?preview: `{type: PREVIEW, settings}`. */
export const PREVIEW = "omnichannel:preview";
