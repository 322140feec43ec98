"use client";

import { Select } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useAgentChoices } from "../shell/agents.ts";
import { useAssistantChoices } from "../shell/assistants.ts";
import { useViewer } from "../shell/workspace.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { CountryRules } from "./country-rules.tsx";
import type { Channel } from "./queries.ts";
import { isByCountry, isToAssistants, readRouting, routingPatch, withStart } from "./routing.ts";
import { useChannelForm } from "./use-channel-form.ts";

const STRATEGIES = ["AUTO", "AGENT", "AGENT_BY_COUNTRY_CODE"] as const;
const AI_STRATEGIES = ["AI", "AI_BY_COUNTRY_CODE"] as const;

/** Who gets a new conversation on this channel. A contact's default agent takes precedence. */
export function RoutingPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.routing");
  const agents = useAgentChoices();
  const assistants = useAssistantChoices();
  const hasAssistants = useViewer()?.plan !== "GATEWAY";
  const { form, saving } = useChannelForm(channel, readRouting, routingPatch, () => done(t("saved")));
  const { start, rules } = form.values;
  const isAi = isToAssistants(start);
  const whom = isAi ? t("assistant") : t("agent");
  const strategies = isAi || hasAssistants ? [...STRATEGIES, ...AI_STRATEGIES] : STRATEGIES;
  const choices = isAi ? assistants : agents;
  return (
    <Panel title={t("title")} description={t("description")}>
      <SaveForm submit={t("save")} {...saving}>
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
      </SaveForm>
    </Panel>
  );
}
