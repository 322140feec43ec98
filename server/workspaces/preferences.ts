import { z } from "zod";
import { isTimeZone } from "../text-rules.ts";
import { saying } from "../saying.ts";

const px = (least: number, most: number) => z.int().min(least).max(most);

/** How the portal notifies about an event. */
const WAYS = z
  .strictObject({ inApp: z.boolean(), sound: z.boolean(), desktop: z.boolean(), email: z.boolean() })
  .partial();

/** Events that agents can be notified of (components/shell/preferences.ts has the same names). */
export const NOTIFY_EVENTS = [
  "newUnassigned",
  "assignedToMe",
  "mention",
  "replyInMine",
  "windowClosing",
  "slaRisk",
  "failedSend",
] as const;

const HOUR_OF_DAY = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "a time of day like 22:00");

/** A user's portal preferences in a workspace. Each key is optional and has a default in the portal. */
const SHAPE = z.strictObject({
  locale: z.enum(["en", "de", "es", "fr"]),
  density: z.enum(["comfortable", "compact"]),
  /** Widths in pixels, and which panes are open. */
  panes: z.strictObject({ views: z.boolean(), list: px(300, 480), details: z.boolean() }).partial(),
  /** The blocks of the details pane, in order. */
  detailBlocks: z.array(z.strictObject({ id: z.string().max(40), isOpen: z.boolean() })).max(20),
  /** The view that the inbox opens with. */
  opensWith: z.string().max(40),
  /** Whether the thread shows the contact's open conversations of all channels together. */
  mergesChannels: z.boolean(),
  groupsByContact: z.boolean(),
  /** What opens after a conversation is done. */
  afterDone: z.enum(["next", "previous", "stay", "list"]),
  /** Whether ending a conversation asks for stage and tags. */
  closingForm: z.boolean(),
  sendKey: z.enum(["enter", "modEnter"]),
  /** Whether the copilot panel is expanded. */
  copilot: z.boolean(),
  /** Seconds in which sending a message can be undone; 0: off. */
  undoSeconds: px(0, 15),
  /** Whether single-key shortcuts are on. */
  singleKeys: z.boolean(),
  /** Custom shortcuts: action to key. */
  keys: z.record(z.string().max(40), z.string().max(40)).refine((keys) => Object.keys(keys).length <= 100),
  notify: z.partialRecord(z.enum(NOTIFY_EVENTS), WAYS),
  /** Whether push notifications contain the message text. By default they only say who wrote and where. */
  pushText: z.boolean(),
  /** No sounds, desktop notifications or emails between these hours of the user's day. */
  quietHours: z.strictObject({ from: HOUR_OF_DAY, to: HOUR_OF_DAY }),
  /** IANA name: the time zone of the quiet hours when no device provides one. */
  timeZone: z.string().max(60).refine(isTimeZone, saying("workspaces.timeZoneLike")),
  contactColumns: z.array(z.string().max(40)).max(30),
  /** Playback speed of voice messages. */
  playbackRate: z.literal([1, 1.5, 2]),
});

/** A change of preferences: given keys are set, null restores the default. */
export const PREFERENCES_PATCH = z.strictObject(
  Object.fromEntries(Object.entries(SHAPE.shape).map(([key, shape]) => [key, shape.nullable().optional()])),
);

export type Preferences = Partial<z.infer<typeof SHAPE>>;
