"use client";

import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { creditAccountQuery } from "./credit-queries.ts";

/** What there is to send with, now. */
export function CreditBalance() {
  const account = useQuery(creditAccountQuery(useWorkspaceId()));
  return (
    <Panel title="Balance" description="One credit pays for one attempt to hand a message to its provider.">
      <Loaded query={account} failure="The balance could not be loaded" rows={2}>
        {({ balance, reserved }) => (
          <>
            <Group gap="xl" align="baseline">
              <Figure value={balance} label={balance === 1 ? "credit" : "credits"} />
              {reserved > 0 ? <Figure value={reserved} label="held for messages on their way" isSmall /> : null}
            </Group>
            {balance === 0 ? (
              <Text size="sm" c="var(--bad)" mt="xs" role="status">
                New messages are refused until there are credits.
              </Text>
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Figure({ value, label, isSmall = false }: { value: number; label: string; isSmall?: boolean }) {
  return (
    <Text component="p" c={isSmall ? "dimmed" : undefined} size="sm" m={0}>
      <Text component="span" fz={isSmall ? "lg" : 32} fw={isSmall ? 550 : 650} lh={1.1}>
        {value.toLocaleString()}
      </Text>{" "}
      {label}
    </Text>
  );
}
