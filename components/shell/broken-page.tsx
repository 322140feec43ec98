"use client";

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { reportNow } from "./error-report.ts";

/** What stands in the place of a page that failed while it was drawn; all around it stays. */
export function BrokenPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("broken");
  const client = useQueryClient();
  const [report] = useState(() => reportNow(error));
  return (
    <ErrorFace
      title={t("title")}
      message={t("message")}
      reference={report}
      onRetry={() => {
        // An answer that cannot be drawn would fail again: what the page had read is read anew.
        client.removeQueries({ type: "inactive" });
        retry();
      }}
      action={
        <Button component="a" variant="subtle" href={paths.home()}>
          {t("home")}
        </Button>
      }
    />
  );
}
