"use client";

import { Button } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { KINDS, typeOfSlug } from "./assistant-words.ts";
import { NewAssistantForm } from "./new-assistant-form.tsx";

/** How one type of assistant is made; `type` as in the address. */
export function NewAssistantTypePage({ type: slug }: { type: string }) {
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  const type = typeOfSlug(slug);
  const back = <BackLink href={paths.newAssistant(workspaceId)} label="All types of assistant" />;
  if (!type) {
    return (
      <Page title="New assistant" above={back}>
        <EmptyFace
          icon={<IconSparkles size={24} aria-hidden />}
          title="No such type of assistant"
          message="The address was mistyped."
          action={
            <Button component={Link} href={paths.newAssistant(workspaceId)} variant="default">
              All types of assistant
            </Button>
          }
        />
      </Page>
    );
  }
  const { name, blurb } = KINDS[type];
  return (
    <Page title={`New assistant: ${name}`} description={blurb} above={back}>
      {may === false ? <ForbiddenFace /> : <NewAssistantForm key={type} type={type} />}
    </Page>
  );
}
