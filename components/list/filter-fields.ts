import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RATINGS, type QueryField, type QueryOp } from "./conv-query.ts";
import { FIRST_ANSWERS } from "../inbox/happening.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { broadcastNamesQuery } from "./list-queries.ts";
import { agentsQuery, channelsQuery, tagsQuery } from "../inbox/queries.ts";

/** The fields, in the order shown. */
export const OFFERED_FIELDS: readonly QueryField[] = [
  "state",
  "owner",
  "ai",
  "tag",
  "stage",
  "channel",
  "unread",
  "window",
  "sla",
  "has",
  "country",
  "orderNo",
  "broadcast",
  "source",
  "answered",
  "created",
  "lastMessage",
  "endedAt",
  "rating",
  "rated",
];

const WORDS = {
  state: ["open", "ended", "waiting", "snoozed", "dormant"],
  ai: ["yes", "no"],
  unread: ["yes", "no"],
  window: ["open", "closed"],
  sla: ["risk", "breached", "none"],
  has: ["failed", "draft", "mention"],
  owner: ["me", "none"],
  stage: ["none"],
  tag: ["none"],
  orderNo: ["any", "none"],
  broadcast: ["any", "none"],
  source: ["any", "none"],
  country: ["none"],
  answered: FIRST_ANSWERS,
} as const satisfies Partial<Record<QueryField, readonly string[]>>;

export const LENGTHS = ["30m", "1h", "2h", "6h", "1d", "7d", "30d"] as const;

/** The operators of a field. */
export function opsOf(field: QueryField): readonly QueryOp[] {
  if (["created", "lastMessage", "endedAt", "rated"].includes(field)) return ["after", "before", "within", "beyond"];
  return field === "window" ? ["within", "is", "isNot"] : ["is", "isNot"];
}

/** Whether a field accepts values that are not in its list of options. */
export function isFree(field: QueryField): boolean {
  return ["tag", "country", "orderNo", "source", "client"].includes(field);
}

/** The options for a field. `value` is as the grammar writes it. */
export function useFieldValues(field: QueryField): { value: string; label: string }[] {
  const t = useTranslations("list");
  const { workspaceId } = useInbox();
  const agents = useQuery({ ...agentsQuery(workspaceId), enabled: field === "owner" }).data;
  const channels = useQuery({ ...channelsQuery(workspaceId), enabled: field === "channel" }).data;
  const stages = useQuery({ ...tagsQuery(workspaceId, "convStage"), enabled: field === "stage" }).data;
  const tags = useQuery({ ...tagsQuery(workspaceId, "conversation"), enabled: field === "tag" }).data;
  const broadcasts = useQuery({ ...broadcastNamesQuery(workspaceId), enabled: field === "broadcast" }).data;
  const names = [
    ...(agents ?? []).map(({ name, surname }) => [name, surname].filter(Boolean).join(" ")),
    ...(channels ?? []).map(({ name }) => name),
    ...[...(stages ?? []), ...(tags ?? [])].map(({ tag }) => tag),
    ...(broadcasts ?? []).map(({ name }) => name),
    ...(field === "rating" ? RATINGS : []),
  ];
  const words: readonly string[] = field in WORDS ? WORDS[field as keyof typeof WORDS] : [];
  return [
    ...words.map((value) => ({ value, label: wordLabel(t, field, value) })),
    ...[...new Set(names)].filter((name) => !words.includes(name)).map((name) => ({ value: name, label: name })),
  ];
}

type Translate = ReturnType<typeof useTranslations<"list">>;

/** A value as a chip shows it: keywords are translated, names stay as they are. */
export function wordLabel(t: Translate, field: QueryField, value: string): string {
  const words: readonly string[] = field in WORDS ? WORDS[field as keyof typeof WORDS] : [];
  if (!words.includes(value)) return value;
  const key = `filter.word.${value}` as Parameters<Translate>[0];
  return t(key);
}
