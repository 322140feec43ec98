"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { ReplyAction } from "../composer/canned-queries.ts";
import { agentsQuery, tagsQuery } from "./queries.ts";

const MINUTES_OF_DAY = 1_440;

/** Describes an action of a macro: "tag vip", "snooze for 2 hours". */
export function useActionWords(): (action: ReplyAction) => string {
  const t = useTranslations("composer");
  const workspaceId = useWorkspaceId();
  const agents = useQuery(agentsQuery(workspaceId)).data ?? [];
  const stages = useQuery(tagsQuery(workspaceId, "convStage")).data ?? [];
  return ({ kind, tag, stageId, agentId, minutes }) => {
    switch (kind) {
      case "tag":
      case "untag":
        return t(`actions.${kind}`, { tag: tag ?? "" });
      case "stage":
        if (stageId === null) return t("actions.noStage");
        return t("actions.stage", { stage: stages.find(({ id }) => id === stageId)?.tag ?? "…" });
      case "assign":
        if (agentId === null) return t("actions.unassign");
        return t("actions.assign", { name: agents.find(({ id }) => id === agentId)?.name ?? "…" });
      case "snooze":
        if (minutes === null) return t("actions.snoozeUntilReply");
        if (minutes % MINUTES_OF_DAY === 0) return t("actions.snoozeDays", { count: minutes / MINUTES_OF_DAY });
        if (minutes % 60 === 0) return t("actions.snoozeHours", { count: minutes / 60 });
        return t("actions.snoozeMinutes", { count: minutes });
      case "end":
        return t("actions.end");
    }
  };
}
