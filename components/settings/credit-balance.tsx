"use client";

import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { creditAccountQuery } from "./credit-queries.ts";

/** The current credit balance. */
export function CreditBalance() {
  const t = useTranslations("settings.credits");
  const account = useQuery(creditAccountQuery(useWorkspaceId()));
  return (
    <Panel title={t("balance")} description={t("balanceHint")}>
      <Loaded query={account} failure={t("balanceFailure")} rows={2}>
        {({ balance, reserved }) => (
          <>
            <Group gap="xl" align="baseline">
              <Figure value={balance} label={t("unit", { count: balance })} />
              {reserved > 0 ? <Figure value={reserved} label={t("held")} isSmall /> : null}
            </Group>
            {balance === 0 ? (
              <Text size="sm" c="var(--danger-text)" mt="xs" role="status">
                {t("refused")}
              </Text>
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Figure({ value, label, isSmall = false }: { value: number; label: string; isSmall?: boolean }) {
  const format = useFormatter();
  return (
    <Text component="p" c={isSmall ? "dimmed" : undefined} size="sm" m={0}>
      <Text component="span" fz={isSmall ? "lg" : 32} fw={isSmall ? 550 : 650} lh={1.1}>
        {format.number(value)}
      </Text>{" "}
      {label}
    </Text>
  );
}
