"use client";

import { Badge, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { sessionsQuery } from "./account-queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorForm } from "./two-factor-form.tsx";
import { disableTwoFactor, renewRecoveryCodes, twoFactorQuery } from "./two-factor-queries.ts";
import { TwoFactorSetUp } from "./two-factor-set-up.tsx";

type Task = "on" | "off" | "renew";

/** Two-factor sign-in with an authenticator app: on, off, and recovery codes. */
export function ProfileTwoFactor() {
  const t = useTranslations("settings.twoFactor");
  const format = useFormatter();
  const workspaceId = useWorkspaceId();
  const email = useViewer()?.email ?? "";
  const cache = useQueryClient();
  const state = useQuery(twoFactorQuery(workspaceId));
  const [task, setTask] = useState<Task | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setTask(null);
    setCodes(null);
  };
  const changed = () => {
    void cache.invalidateQueries({ queryKey: twoFactorQuery(workspaceId).queryKey });
    void cache.invalidateQueries({ queryKey: sessionsQuery(workspaceId).queryKey });
  };
  const show = (fresh: string[]) => {
    setCodes(fresh);
    changed();
  };
  return (
    <Panel title={t("title")} description={t("description")}>
      <Loaded query={state} failure={t("failure")} rows={1}>
        {({ isOn, since, recoveryCodesLeft }) => (
          <Stack gap="sm" align="flex-start">
            {isOn ? (
              <>
                <Group gap="xs">
                  <Badge color="teal" variant="light">
                    {t("isOn")}
                  </Badge>
                  {since ? (
                    <Text size="sm" c="dimmed">
                      {t("since", { day: format.dateTime(new Date(since), { dateStyle: "long" }) })}
                    </Text>
                  ) : null}
                </Group>
                <Text size="sm">{t("left", { count: recoveryCodesLeft })}</Text>
                <Group>
                  <Button variant="default" onClick={() => setTask("renew")}>
                    {t("renew")}
                  </Button>
                  <Button variant="default" c="red" onClick={() => setTask("off")}>
                    {t("turnOff")}
                  </Button>
                </Group>
              </>
            ) : (
              <Button variant="default" onClick={() => setTask("on")}>
                {t("turnOn")}
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
      <Modal
        opened={task !== null}
        onClose={close}
        // The codes are shown only once, so no click outside may close them.
        closeOnClickOutside={codes === null}
        closeOnEscape={codes === null}
        withCloseButton={codes === null}
        title={codes ? t("codesTitle") : t(task === "renew" ? "renew" : "title")}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onDone={close} />
        ) : task === "on" ? (
          <TwoFactorSetUp email={email} onOn={show} />
        ) : task === "off" ? (
          <TwoFactorForm
            email={email}
            fields={["password", "code"]}
            hint={t("offHint")}
            submitLabel={t("turnOff")}
            send={({ password, code }) => disableTwoFactor({ workspaceId, password, code })}
            onDone={() => {
              changed();
              close();
              done(t("offDone"));
            }}
          />
        ) : task === "renew" ? (
          <TwoFactorForm
            email={email}
            fields={["code"]}
            hint={t("renewHint")}
            submitLabel={t("renew")}
            send={({ code }) => renewRecoveryCodes({ workspaceId, code })}
            onDone={show}
          />
        ) : null}
      </Modal>
    </Panel>
  );
}
