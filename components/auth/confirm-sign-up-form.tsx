"use client";

import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { DeadLink } from "./dead-link.tsx";
import { PasswordByLinkForm } from "./password-by-link-form.tsx";

/** What the service returns for a sign-up link. */
type PendingSignUp =
  | { state: "valid"; workspaceName: string | null; email: string }
  | { state: "used" | "expired" | "wrong" };

type Props = { token: string; pending: PendingSignUp };

/** Completes a sign-up with the link from the email, then opens the new workspace. */
export function ConfirmSignUpForm({ token, pending }: Props) {
  const t = useTranslations("auth");
  if (pending.state === "used")
    return <DeadLink state="used" again={{ href: paths.signIn(), label: t("signIn.title") }} />;
  if (pending.state !== "valid")
    return <DeadLink state={pending.state} again={{ href: paths.signUp(), label: t("signUp.again") }} />;
  const { email, workspaceName } = pending;
  return (
    <PasswordByLinkForm<{ workspaceId: number }>
      title={t("signUp.confirmTitle", { workspace: workspaceName ?? "" })}
      words={t("signUp.confirmWords")}
      email={email}
      password={{ label: t("password"), autoComplete: "current-password" }}
      check={(text) => (text ? null : t("signIn.passwordMissing"))}
      action={t("signUp.create")}
      path="/api/sign-up/confirm"
      token={token}
      onDone={async ({ workspaceId }, password) => {
        const answer = await signIn("credentials", { email, password, redirect: false }).catch(() => null);
        const inbox = paths.inbox(workspaceId);
        window.location.assign(answer?.ok ? inbox : paths.signIn(inbox));
      }}
    />
  );
}
