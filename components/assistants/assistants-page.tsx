"use client";

import { Button, Group } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconFlask, IconPlus, IconSparkles } from "@tabler/icons-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { AssistantTable } from "./assistant-table.tsx";
import { assistantsQuery, setUpBuiltIn } from "./queries.ts";

export function AssistantsPage() {
  const workspaceId = useWorkspaceId();
  const assistants = useQuery(assistantsQuery(workspaceId));
  return (
    <Page
      title="Assistants"
      description="They answer before a person has to, from what you taught them, and hand over when they should."
      actions={
        <>
          <Button
            component={Link}
            href={paths.playground(workspaceId)}
            variant="default"
            leftSection={<IconFlask size={16} aria-hidden />}
          >
            Playground
          </Button>
          {assistants.data?.length ? (
            <Button
              component={Link}
              href={paths.newAssistant(workspaceId)}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New assistant
            </Button>
          ) : null}
        </>
      }
    >
      <Panel flush>
        <Loaded query={assistants} failure="The assistants could not be loaded">
          {(rows) => (rows.length > 0 ? <AssistantTable assistants={rows} /> : <NoAssistant />)}
        </Loaded>
      </Panel>
    </Page>
  );
}

function NoAssistant() {
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const setUp = useMutation({
    mutationFn: () => setUpBuiltIn(workspaceId),
    onSuccess: (id) => router.push(paths.assistant(workspaceId, id)),
    onError: (error) => failed("The built-in assistant could not be set up", error),
  });
  return (
    <EmptyFace
      icon={<IconSparkles size={24} aria-hidden />}
      title="No assistant yet"
      message="Begin with the built-in one: give it your files and pages, try it in the playground, and put it on a channel when you trust it. It needs no key and no other service."
      action={
        <Group justify="center">
          <Button loading={setUp.isPending} onClick={() => setUp.mutate()}>
            Set up the built-in assistant
          </Button>
          <Button component={Link} href={paths.newAssistant(workspaceId)} variant="default">
            Connect a model
          </Button>
        </Group>
      }
    />
  );
}
