import type { Config, Message, Pending } from "./protocol.ts";
import { type Store } from "./store.ts";
import { type Option } from "./structured.ts";
import { type Upload } from "./uploads.ts";

export type ChatState = {
  /** refused: the visitor's identity proof is invalid. gone: the channel no longer exists. */
  phase: "loading" | "ready" | "refused" | "gone" | "unreachable";
  config: Config | null;
  connection: "connecting" | "live" | "offline";
  messages: Message[];
  hasEarlier: boolean;
  isLoadingEarlier: boolean;
  pending: Pending[];
  uploads: Upload[];
  /** The person who is writing to the visitor. */
  typing: { name: string | null } | null;
  isOpen: boolean;
  /** An error message, shown until the visitor closes it. */
  problem: string | null;
};

export type Chat = {
  store: Store<ChatState>;
  retryStart: () => void;
  write: (text: string) => void;
  choose: (question: Message, option: Option) => void;
  attach: (files: Iterable<File>) => void;
  cancelUpload: (id: string) => void;
  retry: (clientMessageId: string) => void;
  discard: (clientMessageId: string) => void;
  loadEarlier: () => Promise<void>;
  noteTyping: (isTyping: boolean) => void;
  /** Called while the newest messages are visible. */
  noteRead: () => void;
  closeProblem: () => void;
  close: () => void;
};

export const EMPTY: ChatState = {
  phase: "loading",
  config: null,
  connection: "connecting",
  messages: [],
  hasEarlier: false,
  isLoadingEarlier: false,
  pending: [],
  uploads: [],
  typing: null,
  isOpen: false,
  problem: null,
};
