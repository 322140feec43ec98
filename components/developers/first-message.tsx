"use client";

import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ingressCurl } from "../channels/ingress-curl.ts";
import { channelsQuery } from "../channels/queries.ts";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";

/** The shortest way from a terminal to a conversation in the inbox. */
export function FirstMessage() {
  const workspaceId = useWorkspaceId();
  const { data: channels } = useQuery(channelsQuery(workspaceId));
  const custom = channels?.find(({ type, ingressUrl }) => type === "CUSTOM" && ingressUrl);
  const may = useMay("MANAGE_WORKSPACE");
  if (!channels || !may) return null;
  return (
    <Panel
      title="Send your first message"
      description="Play a customer: what you post to a custom channel appears in the inbox at once."
    >
      {custom?.ingressUrl ? (
        <Stack gap="sm">
          <CodeBlock label={`Into “${custom.name}”`} code={ingressCurl(custom.ingressUrl, "YOUR_VALIDATE_TOKEN")} />
          <Text size="sm" c="dimmed">
            The validate token was shown when the channel was made; a new one can be set on{" "}
            <Anchor component={Link} href={paths.channel(workspaceId, custom.id)}>
              the channel&rsquo;s page
            </Anchor>
            .
          </Text>
        </Stack>
      ) : (
        <Text size="sm">
          You need a custom channel first.{" "}
          <Anchor component={Link} href={paths.connectChannel(workspaceId, "custom")}>
            Connect one
          </Anchor>
          , and its address comes with a command to copy.
        </Text>
      )}
    </Panel>
  );
}
