"use client";

import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { signOut } from "next-auth/react";
import Link from "next/link";
import { paths } from "../paths.ts";
import { ROLE_NAMES } from "../shell/role-names.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { InvitationAccountForm } from "./invitation-account-form.tsx";
import { acceptInvitation, invitationQuery } from "./invitation.ts";
import type { InvitationView } from "./invitation.ts";

type Waiting = Extract<InvitationView, { state: "waiting" }>;

/** What an invited person sees: what they are offered, and their one next step. */
export function InvitationCard({ token }: { token: string }) {
  const invitation = useQuery(invitationQuery(token));
  return (
    <Loaded query={invitation} failure="The invitation could not be loaded" rows={5}>
      {(view) =>
        view.state === "waiting" ? (
          <Offer token={token} view={view} onSwitched={() => void invitation.refetch()} />
        ) : (
          <Dead state={view.state} />
        )
      }
    </Loaded>
  );
}

function Offer({ token, view, onSwitched }: { token: string; view: Waiting; onSwitched: () => void }) {
  const { workspaceName, inviterName, email, role, hasAccount, signedInAs } = view;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Join {workspaceName}</Title>
        <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {inviterName ? `${inviterName} invites you` : "You are invited"} as {ROLE_NAMES[role]}, under {email}.
        </Text>
      </div>
      {signedInAs === email ? (
        <Accept token={token} />
      ) : signedInAs ? (
        <SwitchAccount email={email} signedInAs={signedInAs} onSwitched={onSwitched} />
      ) : hasAccount ? (
        <>
          <Text size="sm">You have an account with this e-mail. Sign in, and you are one click away.</Text>
          <Button component={Link} href={paths.signIn(paths.invitation(token))} size="md" fullWidth>
            Sign in to join
          </Button>
        </>
      ) : (
        <InvitationAccountForm token={token} email={email} onTaken={onSwitched} />
      )}
    </Stack>
  );
}

function Accept({ token }: { token: string }) {
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    // A full load: nothing that was cached before may be shown in the workspace.
    onSuccess: ({ workspaceId }) => window.location.assign(paths.inbox(workspaceId)),
  });
  return (
    <>
      <FormProblem>{accept.error?.message}</FormProblem>
      <Button size="md" fullWidth loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
        Accept the invitation
      </Button>
    </>
  );
}

type SwitchProps = { email: string; signedInAs: string; onSwitched: () => void };

/** The invitation is for one e-mail alone, and another one is signed in here. */
function SwitchAccount({ email, signedInAs, onSwitched }: SwitchProps) {
  const leave = useMutation({ mutationFn: () => signOut({ redirect: false }), onSuccess: onSwitched });
  return (
    <>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        This invitation is for {email} alone, and you are signed in as {signedInAs}.
      </Text>
      <Button size="md" fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
        Sign out and go on
      </Button>
      <Anchor component={Link} href={paths.home()} size="sm">
        Stay signed in and leave the invitation
      </Anchor>
    </>
  );
}

const DEAD = {
  wrong: {
    title: "This link leads nowhere",
    message: "Part of it may be missing. Open it once more from the mail, or ask for a new invitation.",
  },
  expired: {
    title: "This invitation has run out",
    message: "Invitations hold for seven days. Ask whoever invited you to send it again.",
  },
  revoked: {
    title: "This invitation does not hold any more",
    message: "It was withdrawn, or a newer one was sent. Look for a later mail, or ask whoever invited you.",
  },
  accepted: {
    title: "This invitation was accepted already",
    message: "A link works once. If it was you, sign in and go on working.",
  },
} as const;

function Dead({ state }: { state: keyof typeof DEAD }) {
  const { title, message } = DEAD[state];
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{message}</Text>
      </div>
      <Button component="a" href={paths.home()} variant="default" size="md" fullWidth>
        Go to your workspace
      </Button>
    </Stack>
  );
}
