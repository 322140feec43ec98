"use client";

import { Avatar, Button, VisuallyHidden } from "@mantine/core";
import { IconSparkles, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Agent, ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { Picker } from "./picker.tsx";
import type { PickerOption } from "./picker.tsx";
import { agentsQuery } from "./queries.ts";
import { useConvActions } from "./use-conv-actions.ts";
import classes from "./thread.module.css";

const UNASSIGNED = "";
/** The channel's, else the workspace's first. */
const ASSISTANT = "ai";
/** Who is online and how much they have changes by itself; it is read again when the menu opens. */
const PRESENCE_MS = 10_000;

type Props = { row: ConvRow; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Whose conversation it is, and the menu to give it to somebody: oneself first, then colleagues with their load. */
export function AssignMenu({ row, isOpen, onOpenChange }: Props) {
  const { workspaceId, viewer } = useInbox();
  const actions = useConvActions();
  const agents = useQuery({ ...agentsQuery(workspaceId), staleTime: PRESENCE_MS, enabled: isOpen }).data ?? [];
  const sorted = [...agents].sort((a, b) => rank(a) - rank(b) || a.openConversations - b.openConversations);

  function rank(agent: Agent): number {
    if (agent.id === viewer.agentId) return 0;
    return agent.isOnline ? 1 : 2;
  }

  const options: PickerOption[] = [
    ...sorted.map((agent) => ({
      value: agent.id,
      label: agent.id === viewer.agentId ? `${fullName(agent)} (you)` : fullName(agent),
      left: (
        <span
          className={classes.presence}
          data-online={agent.isOnline || undefined}
          role="img"
          aria-label={agent.isOnline ? "online" : "offline"}
        />
      ),
      right: <span className={classes.small}>{agent.openConversations} open</span>,
    })),
    { value: ASSISTANT, label: "AI assistant", left: <IconSparkles size={16} aria-hidden /> },
    { value: UNASSIGNED, label: "Unassigned" },
  ];

  return (
    <Picker
      label="Assign to"
      options={options}
      chosen={[row.assigneeId ?? (row.aiId ? ASSISTANT : UNASSIGNED)]}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onPick={(id) => {
        if (id === ASSISTANT) return void actions.assignToAi(row);
        const agent = agents.find((known) => known.id === id);
        void actions.assign(row, agent ? { id, name: fullName(agent) } : null);
      }}
      emptyText="Nobody of that name"
    >
      {(toggle) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<OwnerMark row={row} />}
          disabled={row.ended}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          <VisuallyHidden>Assigned to {ownerName(row)}. Change</VisuallyHidden>
          <span className={classes.ownerName} aria-hidden>
            {row.assigneeId === viewer.agentId && row.assigneeId ? "You" : firstWord(ownerName(row))}
          </span>
        </Button>
      )}
    </Picker>
  );
}

function OwnerMark({ row }: { row: ConvRow }) {
  if (row.assigneeName) return <Avatar name={row.assigneeName} size={20} color="gray" alt="" aria-hidden />;
  return row.aiId ? <IconSparkles size={16} aria-hidden /> : <IconUserPlus size={16} aria-hidden />;
}

function ownerName(row: ConvRow): string {
  return row.assigneeName ?? (row.aiId ? (row.aiName ?? "AI assistant") : "Unassigned");
}

/** The whole name is in the label and on the row. */
function firstWord(name: string): string {
  return name.split(" ")[0] ?? name;
}

function fullName(agent: Pick<Agent, "name" | "surname">): string {
  return [agent.name, agent.surname].filter(Boolean).join(" ");
}
