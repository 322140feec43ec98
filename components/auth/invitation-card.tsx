"use client";

import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { signOut } from "next-auth/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { forgetSeen } from "../shell/forget-browser.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { AuthMessage } from "./auth-message.tsx";
import { InvitationAccountForm } from "./invitation-account-form.tsx";
import { acceptInvitation, invitationQuery, type InvitationView } from "./invitation.ts";

type Waiting = Extract<InvitationView, { state: "waiting" }>;

/** An invitation: what it offers, and the one next step. */
export function InvitationCard({ token, isSignUpClosed }: { token: string; isSignUpClosed: boolean }) {
  const t = useTranslations("auth.invitation");
  const invitation = useQuery(invitationQuery(token));
  return (
    <Loaded query={invitation} failure={t("failure")} rows={5}>
      {(view) =>
        view.state === "waiting" ? (
          <Offer
            token={token}
            view={view}
            isSignUpClosed={isSignUpClosed}
            onSwitched={() => void invitation.refetch()}
          />
        ) : (
          <Dead state={view.state} />
        )
      }
    </Loaded>
  );
}

type OfferProps = { token: string; view: Waiting; isSignUpClosed: boolean; onSwitched: () => void };

function Offer({ token, view, isSignUpClosed, onSwitched }: OfferProps) {
  const t = useTranslations("auth.invitation");
  const tRoles = useTranslations("shell.roles");
  const { workspaceName, inviterName, email, role, hasAccount, signedInAs } = view;
  const offer = { role: tRoles(role), email };
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{t("title", { workspace: workspaceName })}</Title>
        <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {inviterName ? t("invitedBy", { ...offer, inviter: inviterName }) : t("invited", offer)}
        </Text>
      </div>
      {signedInAs === email ? (
        <Accept token={token} />
      ) : signedInAs ? (
        <SwitchAccount email={email} signedInAs={signedInAs} onSwitched={onSwitched} />
      ) : hasAccount ? (
        <>
          <Text size="sm">{t("hasAccount")}</Text>
          <Button component={Link} href={paths.signIn(paths.invitation(token))} size="md" fullWidth>
            {t("signIn")}
          </Button>
          <Anchor component={Link} href={paths.forgotPassword()} size="sm">
            {t("forgot")}
          </Anchor>
        </>
      ) : isSignUpClosed ? (
        <Text size="sm">{t("signUpClosed")}</Text>
      ) : (
        <InvitationAccountForm token={token} email={email} onTaken={onSwitched} />
      )}
    </Stack>
  );
}

function Accept({ token }: { token: string }) {
  const t = useTranslations("auth.invitation");
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    // A full page load, so that no data cached before shows up in the workspace.
    onSuccess: ({ workspaceId }) => window.location.assign(paths.inbox(workspaceId)),
  });
  return (
    <>
      <FormProblem>{accept.error?.message}</FormProblem>
      <Button size="md" fullWidth loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
        {t("accept")}
      </Button>
    </>
  );
}

type SwitchProps = { email: string; signedInAs: string; onSwitched: () => void };

/** Shown if the invitation is for another email address than that of the signed-in account. */
function SwitchAccount({ email, signedInAs, onSwitched }: SwitchProps) {
  const t = useTranslations("auth.invitation");
  const leave = useMutation({
    mutationFn: async () => {
      await signOut({ redirect: false });
      await forgetSeen();
    },
    onSuccess: onSwitched,
  });
  return (
    <>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {t("otherAccount", { email, signedInAs })}
      </Text>
      <Button size="md" fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
        {t("switch")}
      </Button>
      <Anchor component={Link} href={paths.home()} size="sm">
        {t("stay")}
      </Anchor>
    </>
  );
}

function Dead({ state }: { state: Exclude<InvitationView["state"], "waiting"> }) {
  const t = useTranslations("auth.invitation");
  return (
    <AuthMessage title={t(`${state}.title`)} words={t(`${state}.words`)}>
      <Button component="a" href={paths.home()} variant="default" size="md" fullWidth>
        {t("home")}
      </Button>
    </AuthMessage>
  );
}
