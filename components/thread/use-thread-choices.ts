"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Choice, Choices } from "../keys/action-registry.ts";
import { presetTime, TIME_PRESETS } from "../ui/time-words.ts";
import type { Agent, ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { agentsQuery, tagsQuery } from "../inbox/queries.ts";
import { useConvActions } from "../inbox/use-conv-actions.ts";

/** The maximum age of the names in the palette, in milliseconds. */
const FRESH_MS = 10_000;

/** The palette's choices for an open conversation: assignees, stages and snooze times. @param onDone called when it leaves the list. */
export function useThreadChoices(row: ConvRow, onDone: (row: ConvRow) => void): Choices {
  const t = useTranslations("keys.choices");
  const ofSnooze = useTranslations("bulk.snooze");
  const format = useFormatter();
  const { workspaceId, viewer, cache } = useInbox();
  const actions = useConvActions();

  async function assign(): Promise<Choice[]> {
    const agents = await cache.client.fetchQuery({ ...agentsQuery(workspaceId), staleTime: FRESH_MS });
    const own = (agent: Agent) => agent.id === viewer.agentId;
    const inOrder = [...agents].sort(
      (a, b) => Number(own(b)) - Number(own(a)) || Number(b.isOnline) - Number(a.isOnline),
    );
    return [
      ...inOrder.map((agent) => {
        const name = [agent.name, agent.surname].filter(Boolean).join(" ");
        const label = own(agent) ? t("you", { name }) : name;
        const detail = t("open", { count: agent.openConversations });
        return { id: agent.id, label, detail, run: () => void actions.assign(row, { id: agent.id, name }) };
      }),
      { id: "ai", label: t("assistant"), run: () => void actions.assignToAi(row) },
      { id: "nobody", label: t("nobody"), run: () => void actions.assign(row, null) },
    ];
  }

  async function stage(): Promise<Choice[]> {
    const stages = await cache.client.fetchQuery({ ...tagsQuery(workspaceId, "convStage"), staleTime: FRESH_MS });
    return [
      ...stages.map(({ id, tag }) => ({ id, label: tag, run: () => void actions.setStage(row, id) })),
      { id: "none", label: t("noStage"), run: () => void actions.setStage(row, null) },
    ];
  }

  function putAside(until: Date | null): void {
    void actions.snooze(row, { until, onlyMe: false });
    onDone(row);
  }

  function snooze(): Choice[] {
    const now = new Date();
    const times = TIME_PRESETS.map((preset): Choice => {
      const until = presetTime(preset, now);
      const detail = format.dateTime(until, { weekday: "short", hour: "numeric", minute: "2-digit" });
      return { id: preset, label: ofSnooze(preset), detail, run: () => putAside(until) };
    });
    return [...times, { id: "untilWrites", label: ofSnooze("untilWrites"), run: () => putAside(null) }];
  }

  return row.ended ? { stage } : { assign, stage, snooze };
}
