"use client";

import { Button, Group, Select, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAgentChoices } from "../shell/agents.ts";
import { useAssistantChoices } from "../shell/assistants.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { CountryRules } from "./country-rules.tsx";
import { patchChannel } from "./queries.ts";
import type { Channel } from "./queries.ts";
import { isByCountry, isToAssistants, readRouting, routingPatch, withStart } from "./routing.ts";
import type { Routing } from "./routing.ts";
import { useChannelChange } from "./use-channel-change.ts";

const STRATEGIES = [
  { value: "AUTO", label: "Round robin over agents who are online" },
  { value: "AGENT", label: "Always the same agent" },
  { value: "AGENT_BY_COUNTRY_CODE", label: "An agent by the customer's country" },
];
const AI_STRATEGIES = [
  { value: "AI", label: "Always the same AI assistant" },
  { value: "AI_BY_COUNTRY_CODE", label: "An AI assistant by the customer's country" },
];

/** Who gets a conversation that opens on this channel. A customer's own default agent comes before all of it. */
export function RoutingPanel({ channel }: { channel: Channel }) {
  const workspaceId = useWorkspaceId();
  const agents = useAgentChoices();
  const assistants = useAssistantChoices();
  const hasAssistants = useViewer()?.plan !== "GATEWAY";
  const form = useForm<Routing>({ initialValues: readRouting(channel.properties) });
  const save = useChannelChange((routing: Routing) =>
    patchChannel({ workspaceId, id: channel.id, properties: routingPatch(routing) }),
  );
  const { start, rules } = form.values;
  const isAi = isToAssistants(start);
  const whom = isAi ? "AI assistant" : "Agent";
  const choices = isAi ? assistants : agents;
  const submit = (routing: Routing) =>
    save.mutate(routing, {
      onSuccess: () => {
        form.resetDirty();
        done("Routing is saved");
      },
      onError: (error) => form.setErrors(fieldErrors(error, ["start", "assigneeId", "rules"])),
    });
  return (
    <Panel
      title="Routing"
      description="Who gets a conversation when it opens. A customer's own default agent, if they have one, comes first."
    >
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
          <Select
            label="New conversations go to"
            placeholder="Nobody: they wait as unassigned"
            data={isAi || hasAssistants ? [...STRATEGIES, ...AI_STRATEGIES] : STRATEGIES}
            clearable
            {...form.getInputProps("start")}
            onChange={(next: string | null) => form.setValues(withStart(form.values, next))}
          />
          {start !== null && start !== "AUTO" ? (
            <Select
              label={isByCountry(start) ? "When no rule fits" : whom}
              placeholder="Nobody"
              data={choices}
              clearable
              searchable
              nothingFoundMessage="Nobody of that name"
              {...form.getInputProps("assigneeId")}
            />
          ) : null}
          {isByCountry(start) ? (
            <CountryRules
              rules={rules}
              whom={whom}
              choices={choices}
              onChange={(next) => form.setFieldValue("rules", next)}
            />
          ) : null}
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              Save routing
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
