import type { ConvView } from "../list/conv-rows.ts";
import type { Viewer } from "./queries.ts";

export type NotifyEvent =
  | "newUnassigned"
  | "assignedToMe"
  | "mention"
  | "replyInMine"
  | "windowClosing"
  | "slaRisk"
  | "failedSend";
export type NotifyWays = { inApp?: boolean; sound?: boolean; desktop?: boolean; email?: boolean };

/** A person's preferences in this workspace. Stored with the account, so they apply in every browser. */
export type Preferences = {
  locale: "en" | "de" | "es" | "fr" | null;
  density: "comfortable" | "compact";
  /** `list` in pixels. */
  panes: { views?: boolean; list?: number; details?: boolean };
  detailBlocks: { id: string; isOpen: boolean }[];
  /** The view that the inbox opens with. */
  opensWith: ConvView;
  /** Whether the list has one row for each contact with several open conversations. */
  groupsByContact: boolean;
  /** Whether the thread shows the contact's open conversations of all channels together. */
  mergesChannels: boolean;
  afterDone: "next" | "previous" | "stay" | "list";
  /** Whether ending a conversation asks for stage and tags. */
  closingForm: boolean;
  sendKey: "enter" | "modEnter";
  /** Whether the copilot panel is expanded. */
  copilot: boolean;
  /** Seconds during which a sent message can be undone. */
  undoSeconds: number;
  /** Whether single-letter shortcuts are on. */
  singleKeys: boolean;
  /** Custom keys by action. */
  keys: Record<string, string>;
  notify: Partial<Record<NotifyEvent, NotifyWays>>;
  /** Whether notices sent while the portal is closed contain the message text. */
  pushText: boolean;
  quietHours: { from: string; to: string } | null;
  /** IANA time zone of the quiet hours for emails. */
  timeZone: string | null;
  contactColumns: string[] | null;
  playbackRate: 1 | 1.5 | 2;
};

const DEFAULTS: Preferences = {
  locale: null,
  density: "comfortable",
  panes: {},
  detailBlocks: [],
  opensWith: "needsReply",
  groupsByContact: true,
  mergesChannels: true,
  afterDone: "next",
  closingForm: false,
  sendKey: "enter",
  copilot: false,
  undoSeconds: 5,
  singleKeys: true,
  keys: {},
  notify: {},
  pushText: false,
  quietHours: null,
  timeZone: null,
  contactColumns: null,
  playbackRate: 1,
};

const known = new WeakMap<object, Preferences>();

/** Read-only preferences of a loaded viewer, without a subscription. */
export function preferencesOf(viewer: Viewer | undefined): Preferences {
  const kept = viewer?.preferences as Partial<Preferences> | null | undefined;
  if (!kept) return DEFAULTS;
  const preferences = known.get(kept) ?? { ...DEFAULTS, ...withoutNull(kept) };
  known.set(kept, preferences);
  return preferences;
}

function withoutNull(kept: Partial<Preferences>): Partial<Preferences> {
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
}
