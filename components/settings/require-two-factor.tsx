"use client";

import { Anchor, Badge, Group, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { patchSettings, settingsQuery } from "./queries.ts";
import { twoFactorQuery } from "./two-factor-queries.ts";

/** Whether everyone in the workspace needs two-factor sign-in. The owner decides. Others who manage the workspace can see it. */
export function RequireTwoFactor() {
  const t = useTranslations("settings.requireTwoFactor");
  const failure = useTranslations("settings.twoFactor")("failure");
  const isOwner = useViewer()?.role === "OWNER";
  const settings = useQuery(settingsQuery(useWorkspaceId()));
  return (
    <Panel title={t("title")} description={t("about")}>
      <Loaded query={settings} failure={failure} rows={1}>
        {({ requiresTwoFactor: isRequired }) =>
          isOwner ? (
            <OwnersSwitch isRequired={isRequired} />
          ) : (
            <Group gap="xs">
              <Badge color={isRequired ? "teal" : "gray"} variant="light">
                {isRequired ? t("required") : t("notRequired")}
              </Badge>
              <Text size="sm" c="dimmed">
                {t("ownerDecides")}
              </Text>
            </Group>
          )
        }
      </Loaded>
    </Panel>
  );
}

function OwnersSwitch({ isRequired }: { isRequired: boolean }) {
  const t = useTranslations("settings.requireTwoFactor");
  const workspaceId = useWorkspaceId();
  const cache = useQueryClient();
  const own = useQuery(twoFactorQuery(workspaceId));
  const save = useMutation({
    mutationFn: (requiresTwoFactor: boolean) => patchSettings({ workspaceId, requiresTwoFactor }),
    onSuccess: (saved) => {
      cache.setQueryData(settingsQuery(workspaceId).queryKey, saved);
      done(saved.requiresTwoFactor ? t("nowRequired") : t("noLongerRequired"));
    },
    onError: (error) => failed(t("notSaved"), error),
  });
  const mustTurnOnFirst = own.data?.isOn === false && !isRequired;
  return (
    <>
      <Switch
        label={t("switch")}
        description={t("switchHint")}
        checked={save.isPending ? save.variables : isRequired}
        disabled={mustTurnOnFirst || save.isPending}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
      />
      {mustTurnOnFirst ? (
        <Text size="sm" mt="sm">
          {t.rich("ownFirst", {
            link: (chunks) => (
              <Anchor component={Link} href={paths.settings(workspaceId, "security")} inherit>
                {chunks}
              </Anchor>
            ),
          })}
        </Text>
      ) : null}
    </>
  );
}
