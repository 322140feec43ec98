"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconCrown, IconDots, IconUserMinus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { TypeToConfirm } from "../ui/type-to-confirm.tsx";
import { assignOwner, removeMember, type Member } from "./team-queries.ts";
import { useTeamChange } from "./use-team-change.ts";

/** Actions for a team member besides the role: transfer the workspace, or remove the member. */
export function TeamMemberMenu({ member, name }: { member: Member; name: string }) {
  const t = useTranslations("settings.team");
  const workspaceId = useWorkspaceId();
  const { userId } = member;
  const mayPassOn = useMay("ASSIGN_OWNER");
  const [isPassingOn, setPassingOn] = useState(false);
  const passOn = useTeamChange(() => assignOwner({ workspaceId, userId }));
  const remove = useTeamChange(() => removeMember({ workspaceId, userId }));
  const askRemove = () =>
    askFirst({
      title: t("removeQuestion", { name }),
      message: t("removeMessage"),
      confirm: t("remove"),
      onConfirm: () =>
        remove.mutate(undefined, {
          onSuccess: () => done(t("removed", { name })),
          onError: (error) => failed(t("notRemoved", { name }), error),
        }),
    });
  return (
    <>
      <Menu position="bottom-end" width={200} withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t("actionsFor", { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayPassOn ? (
            <Menu.Item leftSection={<IconCrown size={16} aria-hidden />} onClick={() => setPassingOn(true)}>
              {t("makeOwner")}
            </Menu.Item>
          ) : null}
          <Menu.Item color="red" leftSection={<IconUserMinus size={16} aria-hidden />} onClick={askRemove}>
            {t("remove")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TypeToConfirm
        opened={isPassingOn}
        title={t("ownerQuestion", { name })}
        message={t("ownerMessage", { name })}
        name={name}
        confirm={t("makeOwner")}
        onConfirm={async () => {
          await passOn.mutateAsync(undefined);
          setPassingOn(false);
          done(t("isOwner", { name }));
        }}
        onClose={() => setPassingOn(false)}
      />
    </>
  );
}
