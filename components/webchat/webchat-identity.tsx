"use client";

import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { IDENTITY_SAMPLES, SET_USER_SAMPLE, type SampleLanguage } from "./identity-samples.ts";
import { rotateWebchatSecret, type Webchat } from "./queries.ts";
import { useWebchatChange } from "./use-webchat-change.ts";

const LANGUAGES = Object.keys(IDENTITY_SAMPLES) as SampleLanguage[];

/** How a site proves the identity of signed-in visitors, so that they find their conversation on every device. */
export function WebchatIdentity({ settings }: { settings: Webchat }) {
  const t = useTranslations("webchat.identity");
  const workspaceId = useWorkspaceId();
  const { integrationId, identitySecret, previousSecretUntil } = settings;
  const [isShown, setShown] = useState(false);
  const [language, setLanguage] = useState<SampleLanguage>("Node.js");
  const rotate = useWebchatChange(() => rotateWebchatSecret({ workspaceId, integrationId }));
  const askRotate = () =>
    askFirst({
      title: t("question"),
      message: t("message"),
      confirm: t("rotate"),
      onConfirm: () =>
        rotate.mutate(undefined, {
          onSuccess: () => {
            setShown(true);
            done(t("rotated"));
          },
          onError: (error) => failed(t("notRotated"), error),
        }),
    });
  return (
    <Panel title={t("title")} description={t("description")}>
      <Stack gap="md">
        {isShown && identitySecret ? <CopyField label={t("secret")} text={identitySecret} /> : null}
        <Group gap="sm">
          <Button
            variant="default"
            onClick={() => setShown(!isShown)}
            disabled={!identitySecret}
            aria-expanded={isShown}
          >
            {t(isShown ? "hide" : "show")}
          </Button>
          <Button variant="default" onClick={askRotate} loading={rotate.isPending}>
            {t("rotate")}
          </Button>
          {previousSecretUntil ? (
            <Text size="sm" c="dimmed">
              {t.rich("until", { when: () => <When at={previousSecretUntil} /> })}
            </Text>
          ) : null}
        </Group>
        <SegmentedControl
          aria-label={t("language")}
          data={LANGUAGES}
          value={language}
          onChange={(value) => setLanguage(LANGUAGES.find((name) => name === value) ?? "Node.js")}
          style={{ alignSelf: "flex-start" }}
        />
        <CodeBlock label={t("onServer", { language })} code={IDENTITY_SAMPLES[language]} />
        <CodeBlock label={t("onPage")} code={SET_USER_SAMPLE} />
        <Text size="sm" c="dimmed">
          {t.rich("advice", { code: (words) => <code>{words}</code> })}
        </Text>
      </Stack>
    </Panel>
  );
}
