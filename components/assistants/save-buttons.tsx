"use client";

import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { goesLive, type Target } from "./save-properties.ts";
import type { Assistant } from "./queries.ts";

type Props = {
  assistant: Assistant;
  isDisabled?: boolean;
  /** The target of the save in progress. null: none is in progress. */
  saving: Target | null;
  /** Called by the "go live" button. The other button submits the form, whose handler saves the draft. */
  onLive: () => void;
};

/** The buttons of an assistant form: save live or as a draft, with an explanation of each. */
export function SaveButtons({ assistant, isDisabled = false, saving, onLive }: Props) {
  const t = useTranslations("assistants.save");
  const { draft, gateScore } = assistant;
  const canGoLive = goesLive(assistant);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="xs" c="dimmed" flex="1 1 240px">
        {draft ? t("intoDraft") : gateScore === null ? t("free") : t("gated", { score: gateScore })}
      </Text>
      <Group gap="xs">
        <Button
          type="submit"
          variant={canGoLive ? "default" : "filled"}
          disabled={isDisabled || saving === "live"}
          loading={saving === "draft"}
        >
          {draft ? t("draft") : t("asDraft")}
        </Button>
        {canGoLive ? (
          <Button disabled={isDisabled || saving === "draft"} loading={saving === "live"} onClick={onLive}>
            {t("live")}
          </Button>
        ) : null}
      </Group>
    </Group>
  );
}
