"use client";

import { Accordion, Drawer, SegmentedControl, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { DeliveryItem } from "./delivery-item.tsx";
import { deliveriesQuery, type Webhook } from "./queries.ts";
import { ReplayFailedForm } from "./replay-failed-form.tsx";

const STATES = ["all", "pending", "delivered", "failed"] as const;

type Props = { webhook: Webhook | null; onClose: () => void };

/** A webhook's deliveries of the last 30 days with their results, newest first. */
export function DeliveriesDrawer({ webhook, onClose }: Props) {
  const t = useTranslations("developers.webhooks");
  return (
    <Drawer opened={webhook !== null} onClose={onClose} position="right" size="lg" title={t("log")}>
      {webhook ? <Deliveries webhook={webhook} /> : null}
    </Drawer>
  );
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("developers.deliveries");
  const [state, setState] = useState("all");
  const deliveries = useInfiniteQuery(deliveriesQuery(useWorkspaceId(), webhook.id, state === "all" ? null : state));
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{webhook.label}</Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {webhook.url}
        </Text>
      </div>
      <SegmentedControl
        aria-label={t("state")}
        data={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={state}
        onChange={setState}
        fullWidth
        size="xs"
      />
      {state === "failed" ? <ReplayFailedForm webhookId={webhook.id} /> : null}
      <Loaded query={deliveries} failure={t("failure")}>
        {({ pages }) => {
          const rows = pages.flatMap(({ nodes }) => nodes);
          if (rows.length === 0) {
            return (
              <EmptyFace
                icon={<IconSend size={22} aria-hidden />}
                title={t("empty")}
                message={state === "all" ? t("emptyAll") : t("emptyState", { state })}
              />
            );
          }
          return (
            <Accordion variant="separated" chevronPosition="left" styles={{ content: { paddingInline: 0 } }}>
              {rows.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} />
              ))}
            </Accordion>
          );
        }}
      </Loaded>
      <MoreButton query={deliveries}>{t("older")}</MoreButton>
    </Stack>
  );
}
