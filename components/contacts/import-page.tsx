"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { ImportDrop, type ReadFile } from "./import-drop.tsx";
import { ImportHistory } from "./import-history.tsx";
import { ImportMapping } from "./import-mapping.tsx";

/** Imports contacts from a file: choose it, map its columns, check, import. Earlier imports are listed below. */
export function ImportPage() {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const mayImport = useMay("MANAGE_WORKSPACE");
  const [file, setFile] = useState<ReadFile | null>(null);
  if (mayImport === false) return <ForbiddenFace />;
  return (
    <Page
      title={t("importing.title")}
      description={t("importing.about")}
      above={<BackLink href={paths.contacts(workspaceId)} label={t("title")} />}
    >
      {file ? (
        <ImportMapping key={`${file.file.name} ${file.file.lastModified}`} read={file} onBack={() => setFile(null)} />
      ) : (
        <ImportDrop onRead={setFile} />
      )}
      <Panel title={t("importing.history")} flush>
        <ImportHistory />
      </Panel>
    </Page>
  );
}
