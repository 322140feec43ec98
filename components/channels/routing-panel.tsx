"use client";

import { Button, Group, Select, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
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

const STRATEGIES = ["AUTO", "AGENT", "AGENT_BY_COUNTRY_CODE"] as const;
const AI_STRATEGIES = ["AI", "AI_BY_COUNTRY_CODE"] as const;

/** Who gets a conversation that opens on this channel. A customer's own default agent comes before all of it. */
export function RoutingPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.routing");
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
  const whom = isAi ? t("assistant") : t("agent");
  const strategies = isAi || hasAssistants ? [...STRATEGIES, ...AI_STRATEGIES] : STRATEGIES;
  const choices = isAi ? assistants : agents;
  const submit = (routing: Routing) =>
    save.mutate(routing, {
      onSuccess: () => {
        form.resetDirty();
        done(t("saved"));
      },
      onError: (error) => form.setErrors(fieldErrors(error, ["start", "assigneeId", "rules"])),
    });
  return (
    <Panel title={t("title")} description={t("description")}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
          <Select
            label={t("start")}
            placeholder={t("startNone")}
            data={strategies.map((value) => ({ value, label: t(`strategies.${value}`) }))}
            clearable
            {...form.getInputProps("start")}
            onChange={(next: string | null) => form.setValues(withStart(form.values, next))}
          />
          {start !== null && start !== "AUTO" ? (
            <Select
              label={isByCountry(start) ? t("otherwise") : whom}
              placeholder={t("nobody")}
              data={choices}
              clearable
              searchable
              nothingFoundMessage={t("noneOfName")}
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
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
