"use client";

import { ActionIcon, Badge, Button, Group, Menu, Stack, Text } from "@mantine/core";
import { IconDots, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { CopyField } from "../ui/copy.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import { SsoDialog } from "./sso-dialog.tsx";
import classes from "./sso-panel.module.css";
import { deleteSsoDomain, ssoDomainsQuery, verifySsoDomain, type SsoDomain } from "./sso-queries.ts";

/** The domains whose people sign in with their company's provider. For the owner. */
export function SsoPanel() {
  const t = useTranslations("settings.sso");
  const domains = useQuery(ssoDomainsQuery(useWorkspaceId()));
  const [edited, setEdited] = useState<SsoDomain | "new" | null>(null);
  return (
    <Panel
      title={t("title")}
      description={t("about")}
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited("new")}>
          {t("add")}
        </Button>
      }
    >
      <Loaded query={domains} failure={t("failure")} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("none")}
            </Text>
          ) : (
            <ul className={classes.list} aria-label={t("title")}>
              {list.map((each) => (
                <Domain key={each.id} domain={each} onEdit={() => setEdited(each)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <SsoDialog domain={edited} onClose={() => setEdited(null)} />
    </Panel>
  );
}

function Domain({ domain: row, onEdit }: { domain: SsoDomain; onEdit: () => void }) {
  const t = useTranslations("settings.sso");
  const workspaceId = useWorkspaceId();
  const cache = useQueryClient();
  const { id, domain } = row;
  const onSettled = () => cache.invalidateQueries({ queryKey: ssoDomainsQuery(workspaceId).queryKey });
  const verify = useMutation({
    mutationFn: () => verifySsoDomain({ workspaceId, id }),
    onSuccess: () => done(t("verified", { domain })),
    onError: (error) => failed(t("notVerified"), error),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => deleteSsoDomain({ workspaceId, id }),
    onSuccess: () => done(t("removed", { domain })),
    onError: (error) => failed(t("notRemoved"), error),
    onSettled,
  });
  const askRemove = () =>
    askFirst({
      title: t("removeTitle", { domain }),
      message: t("removeMessage"),
      confirm: t("remove"),
      onConfirm: () => remove.mutate(),
    });
  return (
    <li className={classes.row}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div className={classes.words}>
          <Group gap="xs">
            <Text fw={500}>{domain}</Text>
            <State row={row} />
          </Group>
          <Text size="xs" c="dimmed" className={classes.issuer}>
            {row.issuer}
          </Text>
          {row.verifiedAt ? (
            <Text size="xs" c="dimmed">
              {row.lastSignInAt
                ? t.rich("lastSignIn", { when: () => <When at={row.lastSignInAt ?? ""} precise /> })
                : t("noSignIn")}
            </Text>
          ) : null}
        </div>
        <Menu position="bottom-end" width={180} withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t("actions", { domain })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
              {t("edit")}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={askRemove}>
              {t("remove")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {row.lastProblem ? (
        <Text size="sm" c="var(--danger-text)">
          {t("lastProblem", { reason: row.lastProblem })}
        </Text>
      ) : null}
      {row.verifiedAt ? null : (
        <Stack gap="sm">
          <Text size="sm">{t("record")}</Text>
          <CopyField label={t("recordName")} text={row.recordName} />
          <CopyField label={t("recordValue")} text={row.recordValue} />
          <Group>
            <Button loading={verify.isPending} onClick={() => verify.mutate()}>
              {t("check")}
            </Button>
          </Group>
        </Stack>
      )}
    </li>
  );
}

function State({ row: { verifiedAt, isRequired } }: { row: SsoDomain }) {
  const t = useTranslations("settings.sso");
  if (!verifiedAt) {
    return (
      <Badge variant="light" color="yellow">
        {t("isWaiting")}
      </Badge>
    );
  }
  return (
    <Badge variant="light" color="teal">
      {isRequired ? t("isRequired") : t("isOn")}
    </Badge>
  );
}
