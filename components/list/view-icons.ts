import {
  IconAlarm,
  IconAlertCircle,
  IconAt,
  IconBolt,
  IconCircleCheck,
  IconClockExclamation,
  IconFilter,
  IconFlag,
  IconHeart,
  IconInbox,
  IconMessageReply,
  IconPencil,
  IconSend,
  IconSparkles,
  IconStar,
  IconTag,
  IconTruck,
  IconUser,
  IconUserQuestion,
} from "@tabler/icons-react";
import type { ConvView } from "./conv-rows.ts";

export const VIEW_ICON = {
  mine: IconUser,
  needsReply: IconMessageReply,
  unassigned: IconUserQuestion,
  aiHandling: IconSparkles,
  mentions: IconAt,
  snoozed: IconAlarm,
  dormant: IconSend,
  windowClosing: IconClockExclamation,
  failed: IconAlertCircle,
  drafts: IconPencil,
  all: IconInbox,
  ended: IconCircleCheck,
} as const satisfies Record<ConvView, unknown>;

/** The icons for saved views. */
export const SAVED_ICONS = {
  filter: IconFilter,
  star: IconStar,
  flag: IconFlag,
  tag: IconTag,
  bolt: IconBolt,
  heart: IconHeart,
  truck: IconTruck,
} as const;
type SavedIcon = keyof typeof SAVED_ICONS;

export function savedIcon(name: string | null) {
  return SAVED_ICONS[name !== null && Object.hasOwn(SAVED_ICONS, name) ? (name as SavedIcon) : "filter"];
}
