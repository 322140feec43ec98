"use client";

import { Badge, Code, SegmentedControl, Table } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { PanelRow, WithSidePanel } from "../ui/side-panel.tsx";
import { When } from "../ui/when.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { deliveriesQuery, webhooksQuery, type WebhookDelivery } from "./queries.ts";
import { ReplayFailedForm } from "./replay-failed-form.tsx";
import classes from "./deliveries.module.css";

const STATES = ["all", "pending", "delivered", "failed"] as const;
const COLORS: Record<string, string> = { delivered: "green", failed: "red", pending: "yellow" };

/** A webhook's deliveries of the last 30 days with their results, newest first. */
export function DeliveriesPage({ webhookId }: { webhookId: string }) {
  const t = useTranslations("developers");
  const workspaceId = useWorkspaceId();
  const webhooks = useQuery(webhooksQuery(workspaceId));
  const webhook = webhooks.data?.find(({ id }) => id === webhookId);
  return (
    <Page
      look="settings"
      isWide
      above={<BackLink href={paths.developers(workspaceId, "webhooks")} label={t("deliveries.all")} />}
      title={webhook ? t("deliveries.title", { label: webhook.label }) : t("webhooks.log")}
      description={
        webhook ? (
          <>
            <Code>{webhook.event}</Code> {webhook.url}
          </>
        ) : null
      }
    >
      <Loaded query={webhooks} failure={t("webhooks.failure")} shape="table">
        {() =>
          webhook ? (
            <Deliveries webhookId={webhookId} />
          ) : (
            <EmptyFace picture="program" title={t("deliveries.noWebhook")} message={t("deliveries.noWebhookWords")} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const t = useTranslations("developers.deliveries");
  const [state, setState] = useState<(typeof STATES)[number]>("all");
  const [chosenRow, setChosen] = useState<WebhookDelivery | null>(null);
  const deliveries = useInfiniteQuery(deliveriesQuery(useWorkspaceId(), webhookId, state === "all" ? null : state));
  const rows = deliveries.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  // The panel stays when its row leaves the list: a delivery that is sent again has failed no longer.
  const chosen = rows.find(({ id }) => id === chosenRow?.id) ?? chosenRow;
  return (
    <Panel flush>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t("state")}
          data={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={state}
          onChange={setState}
        />
        {state === "failed" ? <ReplayFailedForm webhookId={webhookId} /> : null}
      </div>
      <WithSidePanel
        onClose={() => setChosen(null)}
        panel={
          chosen
            ? {
                title: t(`events.${chosen.event}`),
                hint: <code>{chosen.event}</code>,
                body: <DeliveryDetail key={chosen.id} delivery={chosen} onReplayed={setChosen} />,
              }
            : null
        }
      >
        <Loaded query={deliveries} failure={t("failure")} shape="table">
          {() =>
            rows.length > 0 ? (
              <DeliveryTable rows={rows} chosenId={chosen?.id ?? null} onChoose={setChosen} />
            ) : (
              <EmptyFace
                picture="list"
                title={t("empty")}
                message={state === "all" ? t("emptyAll") : t("emptyState", { state })}
              />
            )
          }
        </Loaded>
        <MoreButton query={deliveries}>{t("older")}</MoreButton>
      </WithSidePanel>
    </Panel>
  );
}

type TableProps = {
  rows: WebhookDelivery[];
  chosenId: string | null;
  onChoose: (delivery: WebhookDelivery | null) => void;
};

function DeliveryTable({ rows, chosenId, onChoose }: TableProps) {
  const t = useTranslations("developers.deliveries");
  const log = useTranslations("developers.webhooks")("log");
  return (
    <Table horizontalSpacing="md" highlightOnHover aria-label={log}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("event")}</Table.Th>
          <Table.Th>{t("state")}</Table.Th>
          <Table.Th ta="end" data-minor>
            {t("response")}
          </Table.Th>
          <Table.Th ta="end" data-minor>
            {t("tries")}
          </Table.Th>
          <Table.Th ta="end">{t("when")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((delivery) => {
          const isChosen = delivery.id === chosenId;
          return (
            <PanelRow
              key={delivery.id}
              isChosen={isChosen}
              onToggle={() => onChoose(isChosen ? null : delivery)}
              name={
                <>
                  {t(`events.${delivery.event}`)} <small>{delivery.event}</small>
                </>
              }
            >
              <Table.Td>
                <DeliveryState state={delivery.state} />
              </Table.Td>
              <Table.Td ta="end" data-minor>
                {delivery.responseStatus ?? "–"}
              </Table.Td>
              <Table.Td ta="end" data-minor>
                {delivery.attempts}
              </Table.Td>
              <Table.Td ta="end" className={classes.when}>
                <When at={delivery.createdAt} precise />
              </Table.Td>
            </PanelRow>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function DeliveryState({ state }: { state: string }) {
  const t = useTranslations("developers.deliveries");
  return (
    <Badge variant="light" color={COLORS[state] ?? "gray"} miw="max-content">
      {t("one", { state })}
    </Badge>
  );
}
