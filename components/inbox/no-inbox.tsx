import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Page } from "../ui/page.tsx";

/** Replaces the inbox in a workspace whose plan does not include it. */
export function NoInbox() {
  const t = useTranslations("inbox.gateway");
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE");
  return (
    <Page title={t("inbox")}>
      <EmptyFace
        picture="program"
        title={t("title")}
        message={t("hint")}
        action={
          may ? (
            <>
              <Button component={Link} href={paths.developers(workspaceId)}>
                {t("developers")}
              </Button>
              <Button component={Link} href={paths.settings(workspaceId, "credits")} variant="default">
                {t("credits")}
              </Button>
            </>
          ) : null
        }
      />
    </Page>
  );
}
