"use client";

import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { IDENTITY_SAMPLES, SET_USER_SAMPLE } from "./identity-samples.ts";
import type { SampleLanguage } from "./identity-samples.ts";
import { rotateWebchatSecret } from "./queries.ts";
import type { Webchat } from "./queries.ts";
import { useWebchatChange } from "./use-webchat-change.ts";

const LANGUAGES = Object.keys(IDENTITY_SAMPLES) as SampleLanguage[];

/** How a site proves who its signed-in visitors are, so that they find their conversation on every device. */
export function WebchatIdentity({ settings }: { settings: Webchat }) {
  const workspaceId = useWorkspaceId();
  const { integrationId, identitySecret, previousSecretUntil } = settings;
  const [isShown, setShown] = useState(false);
  const [language, setLanguage] = useState<SampleLanguage>("Node.js");
  const rotate = useWebchatChange(() => rotateWebchatSecret({ workspaceId, integrationId }));
  const askRotate = () =>
    askFirst({
      title: "Rotate the identity secret?",
      message:
        "You get a new secret now. The present one holds for a while longer, so that your server can be changed in peace.",
      confirm: "Rotate secret",
      onConfirm: () =>
        rotate.mutate(undefined, {
          onSuccess: () => {
            setShown(true);
            done("The identity secret is rotated");
          },
          onError: (error) => failed("The secret was not rotated", error),
        }),
    });
  return (
    <Panel
      title="Visitors who are signed in"
      description="Your server signs the visitor’s id; the chat then shows their conversation on every device, and the inbox their name. A wrong signature is refused, never taken for somebody unknown."
    >
      <Stack gap="md">
        {isShown && identitySecret ? <CopyField label="Identity secret" text={identitySecret} /> : null}
        <Group gap="sm">
          <Button
            variant="default"
            onClick={() => setShown(!isShown)}
            disabled={!identitySecret}
            aria-expanded={isShown}
          >
            {isShown ? "Hide secret" : "Show secret"}
          </Button>
          <Button variant="default" onClick={askRotate} loading={rotate.isPending}>
            Rotate secret
          </Button>
          {previousSecretUntil ? (
            <Text size="sm" c="dimmed">
              The one before holds until <When at={previousSecretUntil} />
            </Text>
          ) : null}
        </Group>
        <SegmentedControl
          aria-label="Language of your server"
          data={LANGUAGES}
          value={language}
          onChange={(value) => setLanguage(LANGUAGES.find((name) => name === value) ?? "Node.js")}
          style={{ alignSelf: "flex-start" }}
        />
        <CodeBlock label={`On your server (${language})`} code={IDENTITY_SAMPLES[language]} />
        <CodeBlock label="On your page" code={SET_USER_SAMPLE} />
        <Text size="sm" c="dimmed">
          Keep the secret on the server: whoever has it can be any visitor. Instead of <code>hash</code>, the page may
          give a short-lived <code>jwt</code> signed with it (HS256, claims <code>user_id</code> and <code>exp</code>,
          and where you like <code>name</code>, <code>surname</code>, <code>email</code>, <code>phone</code>,{" "}
          <code>avatarUrl</code>). A phone number and a picture are taken from the <code>jwt</code> only.
        </Text>
      </Stack>
    </Panel>
  );
}
