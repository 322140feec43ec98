"use client";

import { IconSparkles } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { agentName } from "../shell/agents.ts";
import type { Agent } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { Picker, type PickerOption } from "./picker.tsx";
import { agentsQuery } from "../inbox/queries.ts";
import classes from "../thread/thread.module.css";

export const NOBODY = "";
/** The channel's assistant, or the workspace's first one. */
export const ASSISTANT = "ai";
/** Online state and load change all the time, so they are read again when the menu opens. */
const PRESENCE_MS = 10_000;

/** The assignee of a conversation. */
export type Owner = { agent: { id: string; name: string } } | typeof ASSISTANT | typeof NOBODY;

type Props = {
  chosen: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (owner: Owner) => void;
  children: (toggle: () => void) => ReactNode;
};

/** Chooses an assignee: the viewer first, then colleagues with their load, the assistant, no one. */
export function OwnerPicker({ chosen, isOpen, onOpenChange, onPick, children }: Props) {
  const t = useTranslations("bulk.assign");
  const { workspaceId, viewer } = useInbox();
  const agents = useQuery({ ...agentsQuery(workspaceId), staleTime: PRESENCE_MS, enabled: isOpen }).data ?? [];
  const sorted = [...agents].sort((a, b) => rank(a) - rank(b) || a.openConversations - b.openConversations);

  function rank(agent: Agent): number {
    if (agent.id === viewer.agentId) return 0;
    return agent.isOnline ? 1 : 2;
  }

  const options: PickerOption[] = !isOpen
    ? []
    : [
        ...sorted.map((agent) => ({
          value: agent.id,
          label: agent.id === viewer.agentId ? t("you", { name: agentName(agent) }) : agentName(agent),
          left: (
            <span
              className={classes.presence}
              data-online={agent.isOnline || undefined}
              role="img"
              aria-label={t(agent.isOnline ? "online" : "offline")}
            />
          ),
          right: <span className={classes.small}>{t("open", { count: agent.openConversations })}</span>,
        })),
        { value: ASSISTANT, label: t("assistant"), left: <IconSparkles size={16} aria-hidden /> },
        { value: NOBODY, label: t("unassigned") },
      ];

  function pick(id: string) {
    const agent = agents.find((known) => known.id === id);
    if (agent) onPick({ agent: { id, name: agentName(agent) } });
    else onPick(id === ASSISTANT ? ASSISTANT : NOBODY);
  }

  return (
    <Picker
      label={t("label")}
      options={options}
      chosen={chosen}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onPick={pick}
      emptyText={t("nobody")}
    >
      {children}
    </Picker>
  );
}
