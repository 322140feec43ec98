"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { typeOfSlug } from "./assistant-words.ts";
import { NewAssistantForm } from "./new-assistant-form.tsx";

/** The form that creates an assistant of one type. `type` is the URL slug. */
export function NewAssistantTypePage({ type: slug }: { type: string }) {
  const t = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const type = typeOfSlug(slug);
  const back = <BackLink href={paths.newAssistant(workspaceId)} label={t("allTypes")} />;
  if (!type) {
    return (
      <Page title={t("new")} above={back}>
        <EmptyFace
          picture="assistant"
          title={t("noType")}
          message={t("mistyped")}
          action={
            <Button component={Link} href={paths.newAssistant(workspaceId)} variant="default">
              {t("allTypes")}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page title={t("newOf", { kind: t(`kinds.${type}.name`) })} description={t(`kinds.${type}.about`)} above={back}>
      {may === false ? <ForbiddenFace /> : <NewAssistantForm key={type} type={type} />}
    </Page>
  );
}
