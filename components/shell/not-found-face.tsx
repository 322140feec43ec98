"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { ErrorFace } from "../ui/error-face.tsx";

/** Shown for an unknown URL, with a link home. */
export function NotFoundFace() {
  const t = useTranslations("shell.notFound");
  return (
    <ErrorFace
      picture="nothingFound"
      title={t("title")}
      message={t("message")}
      action={
        <Button component="a" href={paths.home()}>
          {t("home")}
        </Button>
      }
    />
  );
}
