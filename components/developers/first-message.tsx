"use client";

import { Anchor, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ingressCurl } from "../channels/ingress-curl.ts";
import type { Channel } from "../channels/queries.ts";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";

/** The shortest way from a terminal to a conversation in the inbox. */
export function FirstMessage({ channels }: { channels: Channel[] }) {
  const t = useTranslations("developers.first");
  const workspaceId = useWorkspaceId();
  const custom = channels.find(({ type, ingressUrl }) => type === "CUSTOM" && ingressUrl);
  const may = useMay("MANAGE_WORKSPACE");
  if (!may) return null;
  return (
    <Panel title={t("title")} description={t("description")}>
      {custom?.ingressUrl ? (
        <Stack gap="sm">
          <CodeBlock
            label={t("into", { channel: custom.name })}
            code={ingressCurl(custom.ingressUrl, "YOUR_VALIDATE_TOKEN")}
          />
          <Text size="sm" c="dimmed">
            {t.rich("token", {
              page: (chunks) => (
                <Anchor component={Link} href={paths.channel(workspaceId, custom.id)}>
                  {chunks}
                </Anchor>
              ),
            })}
          </Text>
        </Stack>
      ) : (
        <Text size="sm">
          {t.rich("none", {
            connect: (chunks) => (
              <Anchor component={Link} href={paths.connectChannel(workspaceId, "custom")}>
                {chunks}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </Panel>
  );
}
