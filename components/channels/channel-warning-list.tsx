"use client";

import { Alert, List, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { When } from "../ui/when.tsx";
import { channelWarnings, type ChannelWarning } from "./channel-warnings.ts";
import type { Channel } from "./queries.ts";
import { useNow } from "../ui/use-now.ts";

/** The channel's problems. Draws nothing if there are none. */
export function ChannelWarningList({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.warnings");
  const say = useServiceWords();
  const now = useNow();
  return channelWarnings(channel, now, t, say).map((warning) => <WarningAlert key={warning.key} warning={warning} />);
}

function WarningAlert({ warning: { tone, title, words, at } }: { warning: ChannelWarning }) {
  const color = tone === "bad" ? "red" : "yellow";
  const [only] = words;
  return (
    <Alert color={color} icon={<IconAlertTriangle size={18} aria-hidden />} title={title}>
      {words.length === 1 ? (
        only
      ) : (
        <List size="sm">
          {words.map((each) => (
            <List.Item key={each}>{each}</List.Item>
          ))}
        </List>
      )}
      {at ? (
        <Text size="xs" mt={4}>
          <When at={at} precise />
        </Text>
      ) : null}
    </Alert>
  );
}
