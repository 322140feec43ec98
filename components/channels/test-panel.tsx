"use client";

import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { Panel } from "../ui/panel.tsx";
import { GUIDES, type Guide } from "./channel-guides.ts";
import type { Channel } from "./queries.ts";
import { SentTest } from "./sent-test.tsx";
import { channelWritersQuery, sendTestMessage } from "./test-queries.ts";

/** Sends the reader a message over the channel and shows its progress. */
export function TestPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.test");
  const workspaceId = useWorkspaceId();
  const plan = useViewer()?.plan;
  if (plan === undefined) return null;
  return (
    <Panel title={t("title")} description={t("description")}>
      {plan === "GATEWAY" ? (
        <CodeBlock label={t("withKey")} code={gatewayCurl(workspaceId, channel.id, GUIDES[channel.type].testTo)} />
      ) : (
        <TestForm channel={channel} />
      )}
    </Panel>
  );
}

function TestForm({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.test");
  const workspaceId = useWorkspaceId();
  const [to, setTo] = useState("");
  const send = useMutation({ mutationFn: () => sendTestMessage({ workspaceId, id: channel.id, to }) });
  const errors = send.error ? fieldErrors(send.error, ["to"]) : {};
  const change = (next: string) => {
    setTo(next);
    if (send.error) send.reset();
  };
  return (
    <Stack gap="md">
      <FormProblem>{errors.form}</FormProblem>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== "") send.mutate();
        }}
      >
        <Group align="flex-start">
          <ToInput channel={channel} to={to} onChange={change} error={errors.to} />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={to.trim() === "" || channel.state === "disabled"}
            loading={send.isPending}
            mt={{ base: 0, sm: 22 }}
          >
            {t("send")}
          </Button>
        </Group>
      </form>
      {channel.state === "disabled" ? (
        <Text size="sm" c="dimmed">
          {t("isOff")}
        </Text>
      ) : null}
      {send.data ? <SentTest key={send.data.messageId} sent={send.data} /> : null}
    </Stack>
  );
}

type InputProps = { channel: Channel; to: string; onChange: (to: string) => void; error: string | undefined };

function ToInput({ channel, to, onChange, error }: InputProps) {
  const t = useTranslations("channels.test");
  const workspaceId = useWorkspaceId();
  const { testTo } = GUIDES[channel.type];
  const writers = useQuery({ ...channelWritersQuery(workspaceId, channel.id), enabled: testTo === "client" });
  const shared = { flex: "1 1 240px", error };
  if (testTo === "client") {
    const isEmpty = writers.data?.length === 0;
    return (
      <Select
        label={t("to")}
        description={isEmpty ? t("noWriters") : t("writers")}
        placeholder={writers.isPending ? t("loading") : isEmpty ? t("nobodyYet") : t("chooseYourself")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={writers.data ?? []}
        value={to === "" ? null : to}
        onChange={(value) => onChange(value ?? "")}
        disabled={isEmpty ?? false}
        searchable
        nothingFoundMessage={t("noneOfName")}
        {...shared}
        error={error ?? writers.error?.message}
      />
    );
  }
  const isPhone = testTo === "phone";
  return (
    <TextInput
      label={t("to")}
      description={isPhone ? t("phoneHint") : t("idHint")}
      placeholder={isPhone ? "+47 900 00 000" : "customer-1"}
      type={isPhone ? "tel" : "text"}
      autoComplete={isPhone ? "tel" : "off"}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={to}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...shared}
    />
  );
}

const EXAMPLES: Record<Guide["testTo"], string> = {
  phone: "+4790000000",
  externalId: "customer-1",
  client: "ID_OF_A_CLIENT_WHO_WROTE",
};

/** A message as a Gateway workspace sends it (contract.md, Gateway send). */
function gatewayCurl(workspaceId: number, integrationId: string, testTo: Guide["testTo"]): string {
  const body = { workspaceId, integrationId, externalClientId: EXAMPLES[testTo], content: "Test message" };
  return [
    "curl ADDRESS_OF_THIS_PORTAL/core/v1/messages \\",
    "  -H 'content-type: application/json' \\",
    "  -H 'authorization: YOUR_API_KEY' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}
