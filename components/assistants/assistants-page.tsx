"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconFlask, IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
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
  const t = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const assistants = useQuery(assistantsQuery(workspaceId));
  return (
    <Page
      isWide
      title={t("title")}
      count={assistants.data?.length}
      description={t("about")}
      actions={
        <>
          <Button
            component={Link}
            href={paths.playground(workspaceId)}
            variant="default"
            leftSection={<IconFlask size={16} aria-hidden />}
          >
            {t("playground")}
          </Button>
          {assistants.data?.length ? (
            <Button
              component={Link}
              href={paths.newAssistant(workspaceId)}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t("new")}
            </Button>
          ) : null}
        </>
      }
    >
      <Panel flush>
        <Loaded query={assistants} failure={t("loadFailed")} shape="table">
          {(rows) => (rows.length > 0 ? <AssistantTable assistants={rows} /> : <NoAssistant />)}
        </Loaded>
      </Panel>
    </Page>
  );
}

function NoAssistant() {
  const t = useTranslations("assistants.empty");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const setUp = useMutation({
    mutationFn: () => setUpBuiltIn(workspaceId),
    onSuccess: (id) => router.push(paths.assistant(workspaceId, id)),
    onError: (error) => failed(t("notSetUp"), error),
  });
  return (
    <EmptyFace
      picture="assistant"
      title={t("title")}
      message={t("message")}
      action={
        <>
          <Button loading={setUp.isPending} onClick={() => setUp.mutate()}>
            {t("setUp")}
          </Button>
          <Button component={Link} href={paths.newAssistant(workspaceId)} variant="default">
            {t("connect")}
          </Button>
        </>
      }
    />
  );
}
