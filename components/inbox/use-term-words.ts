"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useAssistantChoices } from "../shell/assistants.ts";
import { isOfHappening, type Term } from "../list/conv-query.ts";
import { wordLabel } from "../list/filter-fields.ts";
import { AUTHORS, OUTCOMES, readHappening, type Happening } from "./happening.ts";
import { useInbox } from "./inbox-context.tsx";
import { agentsQuery, channelsQuery } from "./queries.ts";

/** A Monday. Adding days gives the other days of the week. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A condition as its chip shows it: translated values, names instead of ids, times in the reader's time zone. */
export function useTermWords(term: Term): string {
  const t = useTranslations("list");
  const { nameOf } = useNamesOfIds();
  const format = useFormatter();
  const { field, op, values } = term;

  function timeOf(value: string): string {
    const at = new Date(value);
    const isDay = !value.includes("T") || (at.getHours() === 0 && at.getMinutes() === 0);
    // The service reads a date without a time as UTC.
    if (!value.includes("T")) return format.dateTime(at, { dateStyle: "medium", timeZone: "UTC" });
    return format.dateTime(at, isDay ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" });
  }

  function happeningOf({ who, start, end, hour, outcome }: Happening): string {
    const author = AUTHORS.find((each) => each === who);
    const cameOut = OUTCOMES.find((each) => each === outcome);
    const name = author ? t(`filter.word.${author}`) : nameOf(who);
    // The end is exclusive, so show the last day that is included.
    const span = format.dateTimeRange(new Date(start), new Date(Date.parse(end) - 1), { dateStyle: "medium" });
    const rest = [
      ...(cameOut ? [t(`filter.outcome.${cameOut}`)] : []),
      ...(hour ? [t("filter.hour", { day: dayName(hour.weekday), hour: hour.hour })] : []),
    ];
    return [name, span, ...rest].join(", ");
  }
  const dayName = (weekday: number) =>
    format.dateTime(new Date(MONDAY + (weekday - 1) * DAY_MS), { weekday: "long", timeZone: "UTC" });

  function wordsOf(value: string): string {
    if (op === "before" || op === "after") return timeOf(value);
    const happening = isOfHappening(field) ? readHappening(field, value) : null;
    if (happening) return happeningOf(happening);
    return ID.test(value) ? nameOf(value) : wordLabel(t, field, value);
  }

  const said = values.map(wordsOf).join(", ") || "…";
  const name = t(`filter.field.${field}`);
  // These fields need no operator: "Messages by clients".
  return isOfHappening(field) && op === "is" ? `${name} ${said}` : `${name} ${t(`filter.op.${op}`)} ${said}`;
}

/** Names of agents, channels and assistants by id. A deleted one is "…". */
function useNamesOfIds() {
  const { workspaceId } = useInbox();
  const agents = useQuery(agentsQuery(workspaceId)).data ?? [];
  const channels = useQuery(channelsQuery(workspaceId)).data ?? [];
  const assistants = useAssistantChoices();
  const names = new Map([
    ...agents.map(({ id, name, surname }) => [id, [name, surname].filter(Boolean).join(" ")] as const),
    ...channels.map(({ id, name }) => [id, name] as const),
    ...assistants.map(({ value, label }) => [value, label] as const),
  ]);
  return { nameOf: (id: string) => names.get(id.toLowerCase()) ?? "…" };
}
