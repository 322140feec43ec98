"use client";

import { Button } from "@mantine/core";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { forgetSeen } from "../shell/forget-browser.ts";
import { EmptyFace } from "../ui/empty-face.tsx";

async function leave(): Promise<void> {
  await forgetSeen();
  await signOut({ callbackUrl: paths.signUp() });
}

/** For a person whose last workspace was deleted, or who was removed from it. */
export function NoWorkspace() {
  const t = useTranslations("auth.noWorkspace");
  return (
    <main style={{ display: "flex", minHeight: "100dvh" }}>
      <div style={{ margin: "auto" }}>
        <EmptyFace
          picture="people"
          title={t("title")}
          message={t("words")}
          action={
            <Button onClick={() => void leave()} variant="default">
              {t("signOut")}
            </Button>
          }
        />
      </div>
    </main>
  );
}
