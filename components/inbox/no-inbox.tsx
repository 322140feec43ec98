import { Button, Group } from "@mantine/core";
import { IconApi } from "@tabler/icons-react";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Page } from "../ui/page.tsx";

/** The inbox's place in a workspace whose plan has none. */
export function NoInbox() {
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  return (
    <Page title="Inbox">
      <EmptyFace
        icon={<IconApi size={24} aria-hidden />}
        title="The Gateway plan works through the API"
        message="Messages are sent with POST /core/v1/messages, and webhooks bring what clients write. The team inbox is part of the other plans."
        action={
          may ? (
            <Group justify="center">
              <Button component={Link} href={paths.developers(workspaceId)}>
                Go to developers
              </Button>
              <Button component={Link} href={paths.settings(workspaceId, "credits")} variant="default">
                See the credits
              </Button>
            </Group>
          ) : null
        }
      />
    </Page>
  );
}
