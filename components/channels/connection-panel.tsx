"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconRefresh } from "@tabler/icons-react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import classes from "./channels.module.css";
import { ingressCurl } from "./ingress-curl.ts";
import { channelSetupQuery, setChannelState } from "./queries.ts";
import type { Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Which account it is, where its provider brings what clients write, and what to paste there by hand. */
export function ConnectionPanel({ channel }: { channel: Channel }) {
  const workspaceId = useWorkspaceId();
  const setup = useQuery(channelSetupQuery(workspaceId, channel.id));
  // A web chat's script has its own panel; nobody else posts there.
  if (channel.type === "WEBCHAT") return null;
  const isOwnSystem = channel.type === "CUSTOM";
  return (
    <Panel
      title="Connection"
      description={isOwnSystem ? "Your system posts what customers write to this address." : null}
      actions={setup.data?.subscribes === "automatically" ? <RegisterAgain channel={channel} /> : null}
    >
      <Stack gap="md">
        {channel.identifier ? (
          <dl className={classes.facts}>
            <div>
              <dt>Account</dt>
              <dd>{channel.identifier}</dd>
            </div>
            {channel.accountId ? (
              <div>
                <dt>Its id at the provider</dt>
                <dd className="tabular">{channel.accountId}</dd>
              </div>
            ) : null}
          </dl>
        ) : null}
        <Loaded query={setup} failure="The connection could not be loaded" rows={3}>
          {({ webhookUrl, verifyToken, subscribes, fields }) => (
            <Stack gap="md">
              {isOwnSystem ? null : (
                <Text size="sm">
                  {subscribes === "byHand"
                    ? "The provider has to be told this address by hand, once:"
                    : channel.lastError === null
                      ? "The provider was told this address when the channel was connected. There is nothing to paste."
                      : "We tell the provider this address, so there is nothing to paste; whether it has taken it, “Check now” says."}
                </Text>
              )}
              {subscribes === "byHand" && fields.length > 0 ? <ByHand fields={fields} /> : null}
              {webhookUrl ? <CopyField label={isOwnSystem ? "Address" : "Webhook address"} text={webhookUrl} /> : null}
              {verifyToken ? <CopyField label="Verify token" text={verifyToken} /> : null}
              {isOwnSystem && webhookUrl ? (
                <CodeBlock label="Example" code={ingressCurl(webhookUrl, "YOUR_VALIDATE_TOKEN")} />
              ) : null}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Panel>
  );
}

function ByHand({ fields }: { fields: string[] }) {
  return (
    <ol className={classes.numbered}>
      <li>
        <span>Open Meta for Developers → your app → the product’s settings → Webhooks.</span>
      </li>
      <li>
        <span>
          Paste the webhook address as callback URL and the verify token beside it, then press Verify and save.
        </span>
      </li>
      <li>
        <div>
          Subscribe to these fields:
          <div className={classes.fields}>
            {fields.map((field) => (
              <code key={field} className={classes.field}>
                {field}
              </code>
            ))}
          </div>
        </div>
      </li>
      <li>
        <span>Or put the app’s id in under Credentials: then we register all of it for you.</span>
      </li>
    </ol>
  );
}

/** Tells the provider the address once more, which switches the channel on. */
function RegisterAgain({ channel }: { channel: Channel }) {
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
            onSuccess: ({ lastError }) => lastError === null && done("The provider has taken the address"),
            onError: (error) => failed("The address was not registered", error),
          })
        }
      >
        Register again
      </Button>
    </Group>
  );
}
