"use client";

import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { ChoiceGallery } from "../ui/choice-gallery.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { KINDS, TYPES } from "./assistant-words.ts";

/** All types of assistant. */
export function NewAssistantPage() {
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const choices = TYPES.map((type) => {
    const { name, slug, icon: Icon, blurb } = KINDS[type];
    return {
      key: type,
      href: paths.newAssistant(workspaceId, slug),
      mark: <Icon size={22} aria-hidden />,
      name,
      words: blurb,
    };
  });
  return (
    <Page
      title="New assistant"
      description="Whichever it is, people can take over at any time, and the playground shows what it does before a customer sees it."
      above={<BackLink href={paths.assistants(workspaceId)} label="Assistants" />}
    >
      {may === false ? <ForbiddenFace /> : <ChoiceGallery choices={choices} />}
    </Page>
  );
}
