"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconCrown, IconDots, IconUserMinus } from "@tabler/icons-react";
import { useState } from "react";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { askFirst } from "../ui/confirm.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { TypeToConfirm } from "../ui/type-to-confirm.tsx";
import { assignOwner, removeMember } from "./team-queries.ts";
import type { Member } from "./team-queries.ts";
import { useTeamChange } from "./use-team-change.ts";

/** What can be done with a member besides their role: passing the workspace on to them, and taking their seat. */
export function TeamMemberMenu({ member, name }: { member: Member; name: string }) {
  const workspaceId = useWorkspaceId();
  const { userId } = member;
  const mayPassOn = useMay("ASSIGN_OWNER");
  const [isPassingOn, setPassingOn] = useState(false);
  const passOn = useTeamChange(() => assignOwner({ workspaceId, userId }));
  const remove = useTeamChange(() => removeMember({ workspaceId, userId }));
  const askRemove = () =>
    askFirst({
      title: `Remove ${name}?`,
      message:
        "They can no longer open this workspace, and keys linked to them stop. Their open conversations become unassigned; what they wrote stays.",
      confirm: "Remove",
      onConfirm: () =>
        remove.mutate(undefined, {
          onSuccess: () => done(`${name} is no longer in the workspace`),
          onError: (error) => failed(`${name} was not removed`, error),
        }),
    });
  return (
    <>
      <Menu position="bottom-end" width={200} withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayPassOn ? (
            <Menu.Item leftSection={<IconCrown size={16} aria-hidden />} onClick={() => setPassingOn(true)}>
              Make owner
            </Menu.Item>
          ) : null}
          <Menu.Item color="red" leftSection={<IconUserMinus size={16} aria-hidden />} onClick={askRemove}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TypeToConfirm
        opened={isPassingOn}
        title={`Make ${name} the owner?`}
        message={`A workspace has one owner. ${name} becomes it and you become an admin: only they can pass it on again, or delete the workspace.`}
        name={name}
        confirm="Make owner"
        onConfirm={async () => {
          await passOn.mutateAsync(undefined);
          setPassingOn(false);
          done(`${name} is the owner now`);
        }}
        onClose={() => setPassingOn(false)}
      />
    </>
  );
}
