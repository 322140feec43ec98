"use client";

import { Button, Group, Text } from "@mantine/core";
import { goesLive } from "./save-properties.ts";
import type { Target } from "./save-properties.ts";
import type { Assistant } from "./queries.ts";

type Props = {
  assistant: Assistant;
  isDisabled?: boolean;
  /** Where the change is going that is under way; null: none is. */
  saving: Target | null;
  /** Called by the button that goes live; the other one submits the form, whose handler saves the draft. */
  onLive: () => void;
};

/** The end of a form that changes an assistant: live, or kept as a draft, and what that means. */
export function SaveButtons({ assistant, isDisabled = false, saving, onLive }: Props) {
  const canGoLive = goesLive(assistant);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="xs" c="dimmed" flex="1 1 240px">
        {explain(assistant)}
      </Text>
      <Group gap="xs">
        <Button
          type="submit"
          variant={canGoLive ? "default" : "filled"}
          disabled={isDisabled || saving === "live"}
          loading={saving === "draft"}
        >
          {assistant.draft ? "Save draft" : "Save as draft"}
        </Button>
        {canGoLive ? (
          <Button disabled={isDisabled || saving === "draft"} loading={saving === "live"} onClick={onLive}>
            Put live
          </Button>
        ) : null}
      </Group>
    </Group>
  );
}

function explain({ draft, gateScore }: Assistant): string {
  if (draft) return "Goes into the draft. Customers notice nothing until it is published.";
  if (gateScore !== null)
    return `Goes into a draft, which can be published once it passes ${gateScore} % of its golden questions.`;
  return "Live, it counts from the next answer on. A draft can be tried and measured before.";
}
