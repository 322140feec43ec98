import { z } from "zod";
import { isTimeZone } from "../text-rules.ts";
import { saying } from "../saying.ts";

const px = (least: number, most: number) => z.int().min(least).max(most);

/** By which ways the portal tells of something. */
const WAYS = z
  .strictObject({ inApp: z.boolean(), sound: z.boolean(), desktop: z.boolean(), email: z.boolean() })
  .partial();

/** What agents can be told of (components/shell/preferences.ts has the same names). */
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

/** How a person has the portal in a workspace. Every key may be missing: then the portal's own default holds. */
const SHAPE = z.strictObject({
  locale: z.enum(["en", "de", "es", "fr"]),
  density: z.enum(["comfortable", "compact"]),
  /** Pixels, and what is open. */
  panes: z.strictObject({ views: z.boolean(), list: px(300, 480), details: z.boolean() }).partial(),
  /** The blocks of the details pane, in their order. */
  detailBlocks: z.array(z.strictObject({ id: z.string().max(40), isOpen: z.boolean() })).max(20),
  /** What is opened once a conversation was dealt with. */
  afterDone: z.enum(["next", "previous", "stay", "list"]),
  /** Whether stage and tags are asked for when a conversation is ended. */
  closingForm: z.boolean(),
  sendKey: z.enum(["enter", "modEnter"]),
  /** Whether the copilot's strip is unfolded. */
  copilot: z.boolean(),
  /** Seconds for which a sent message can be taken back; 0: none. */
  undoSeconds: px(0, 15),
  /** Whether single letters act. */
  singleKeys: z.boolean(),
  /** Actions that have another key than usual: action to key. */
  keys: z.record(z.string().max(40), z.string().max(40)).refine((keys) => Object.keys(keys).length <= 100),
  notify: z.partialRecord(z.enum(NOTIFY_EVENTS), WAYS),
  /** Whether a notice that comes while the portal is closed says what was written; usually it names who and where alone. */
  pushText: z.boolean(),
  /** No sound, no desktop notices and no mail between these hours of the person's own day. */
  quietHours: z.strictObject({ from: HOUR_OF_DAY, to: HOUR_OF_DAY }),
  /** IANA name: the clock of the quiet hours, where no device says it. */
  timeZone: z.string().max(60).refine(isTimeZone, saying("workspaces.timeZoneLike")),
  contactColumns: z.array(z.string().max(40)).max(30),
  /** How fast voice messages are played. */
  playbackRate: z.literal([1, 1.5, 2]),
});

/** A change of preferences: what is named is set, null goes back to the default. */
export const PREFERENCES_PATCH = z.strictObject(
  Object.fromEntries(Object.entries(SHAPE.shape).map(([key, shape]) => [key, shape.nullable().optional()])),
);

export type Preferences = Partial<z.infer<typeof SHAPE>>;
