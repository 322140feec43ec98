"use client";

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { reportNow } from "./error-report.ts";

/** Replaces a page that failed to render. The frame around it stays. */
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
        // Cached data that cannot be rendered would fail again, so remove what the page had read.
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
