"use client";

import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { ChoiceGallery } from "../ui/choice-gallery.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { KINDS, TYPES } from "./assistant-words.ts";

export function NewAssistantPage() {
  const t = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const choices = TYPES.map((type) => {
    const { slug, icon: Icon } = KINDS[type];
    return {
      key: type,
      href: paths.newAssistant(workspaceId, slug),
      mark: <Icon size={22} aria-hidden />,
      name: t(`kinds.${type}.name`),
      words: t(`kinds.${type}.about`),
    };
  });
  return (
    <Page
      title={t("new")}
      description={t("newAbout")}
      above={<BackLink href={paths.assistants(workspaceId)} label={t("title")} />}
    >
      {may === false ? <ForbiddenFace /> : <ChoiceGallery choices={choices} />}
    </Page>
  );
}
