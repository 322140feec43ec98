"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import classes from "./channels.module.css";
import { ingressCurl } from "./ingress-curl.ts";
import { channelSetupQuery, setChannelState, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** The connected account, the URL for incoming messages, and the values to paste at the provider. */
export function ConnectionPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.connection");
  const workspaceId = useWorkspaceId();
  const setup = useQuery(channelSetupQuery(workspaceId, channel.id));
  // A web chat's script has its own panel, and no provider posts to this URL.
  if (channel.type === "WEBCHAT") return null;
  const isOwnSystem = channel.type === "CUSTOM";
  return (
    <Panel
      title={t("title")}
      description={isOwnSystem ? t("ownWords") : null}
      actions={setup.data?.subscribes === "automatically" ? <RegisterAgain channel={channel} /> : null}
    >
      <Stack gap="md">
        {channel.identifier ? (
          <dl className={classes.facts}>
            <div>
              <dt>{t("account")}</dt>
              <dd>{channel.identifier}</dd>
            </div>
            {channel.accountId ? (
              <div>
                <dt>{t("accountId")}</dt>
                <dd className="tabular">{channel.accountId}</dd>
              </div>
            ) : null}
            {channel.historyProgress === null ? null : (
              <div>
                <dt>{t("history")}</dt>
                <dd className="tabular">
                  {channel.historyProgress < 100
                    ? t("historyAt", { percent: channel.historyProgress })
                    : t("historyDone")}
                </dd>
              </div>
            )}
          </dl>
        ) : null}
        <Loaded query={setup} failure={t("failure")} rows={3}>
          {({ webhookUrl, verifyToken, subscribes, fields, appFields }) => (
            <Stack gap="md">
              {isOwnSystem ? null : (
                <Text size="sm">
                  {subscribes === "byHand" ? t("byHand") : channel.lastError === null ? t("told") : t("telling")}
                </Text>
              )}
              {subscribes === "byHand" && fields.length > 0 ? <ByHand fields={[...fields, ...appFields]} /> : null}
              {webhookUrl ? (
                <CopyField label={isOwnSystem ? t("address") : t("webhookAddress")} text={webhookUrl} />
              ) : null}
              {verifyToken ? <CopyField label={t("verifyToken")} text={verifyToken} /> : null}
              {subscribes === "automatically" && appFields.length > 0 ? (
                <Stack gap="xs">
                  <Text size="sm">{t("appFields")}</Text>
                  <FieldNames fields={appFields} />
                </Stack>
              ) : null}
              {isOwnSystem && webhookUrl ? (
                <CodeBlock label={t("example")} code={ingressCurl(webhookUrl, "YOUR_VALIDATE_TOKEN")} />
              ) : null}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Panel>
  );
}

function ByHand({ fields }: { fields: string[] }) {
  const t = useTranslations("channels.connection.steps");
  return (
    <ol className={classes.numbered}>
      <li>
        <span>{t("open")}</span>
      </li>
      <li>
        <span>{t("paste")}</span>
      </li>
      <li>
        <div>
          {t("subscribe")}
          <FieldNames fields={fields} />
        </div>
      </li>
      <li>
        <span>{t("orAppId")}</span>
      </li>
    </ol>
  );
}

function FieldNames({ fields }: { fields: readonly string[] }) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => (
        <code key={field} className={classes.field}>
          {field}
        </code>
      ))}
    </div>
  );
}

/** Registers the URL at the provider again, which activates the channel. */
function RegisterAgain({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.connection");
  const workspaceId = useWorkspaceId();
  const register = useChannelChange(() => setChannelState({ workspaceId, id: channel.id, state: "active" }));
  if (channel.state === "disabled") return null;
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={register.isPending}
        onClick={() =>
          register.mutate(undefined, {
            onSuccess: ({ lastError }) => lastError === null && done(t("registered")),
            onError: (error) => failed(t("notRegistered"), error),
          })
        }
      >
        {t("registerAgain")}
      </Button>
    </Group>
  );
}
