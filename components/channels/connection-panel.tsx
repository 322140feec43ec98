"use client";

import { Stack } from "@mantine/core";
import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";
import { ingressCurl } from "./ingress-curl.ts";
import type { Channel } from "./queries.ts";

/** Where the outside system sends its customers' messages, and how; nothing for channels without such an address. */
export function ConnectionPanel({ channel }: { channel: Channel }) {
  if (!channel.ingressUrl) return null;
  return (
    <Panel title="Messages in" description="Your system posts what customers write to this address.">
      <Stack gap="md">
        <CopyField label="Address" text={channel.ingressUrl} />
        {channel.type === "CUSTOM" ? (
          <CodeBlock label="Example" code={ingressCurl(channel.ingressUrl, "YOUR_VALIDATE_TOKEN")} />
        ) : null}
      </Stack>
    </Panel>
  );
}
