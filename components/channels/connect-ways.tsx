"use client";

import { Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { BeforeConnecting } from "./before-connecting.tsx";
import { GUIDES } from "./channel-guides.ts";
import classes from "./channels.module.css";
import { ConnectForm } from "./connect-form.tsx";
import { channelSignInQuery, finishSignIn, type Channel } from "./queries.ts";
import { SignInButton } from "./sign-in-button.tsx";
import { SignedInAccounts } from "./signed-in-accounts.tsx";

/** The types whose provider has a sign-in, where the operator has set it up. */
const WITH_SIGN_IN: readonly Channel["type"][] = ["WHATSAPP", "FACEBOOK", "INSTAGRAM", "WA_GATEWAY"];

/** The ways to connect a channel of a type: by signing in with its provider, or by entering its credentials. */
export function ConnectWays({ type }: { type: Channel["type"] }) {
  return WITH_SIGN_IN.includes(type) ? <SignInOrForm type={type} /> : <ByHand type={type} />;
}

function ByHand({ type }: { type: Channel["type"] }) {
  const guide = GUIDES[type];
  if (guide.before.length === 0) return <ConnectForm type={type} />;
  return (
    <div className={classes.connect}>
      <ConnectForm type={type} />
      <BeforeConnecting guide={guide} />
    </div>
  );
}

function SignInOrForm({ type }: { type: Channel["type"] }) {
  const t = useTranslations("channels.signIn");
  const signIn = useQuery(channelSignInQuery(useWorkspaceId(), type));
  const { finish, ended } = useReturn();
  if (!finish.isIdle) {
    const isVain = finish.isError || finish.data?.accounts.length === 0;
    return (
      <div className={classes.ways}>
        <SignedInAccounts type={type} finish={finish} />
        {isVain ? <Otherwise type={type} /> : null}
      </div>
    );
  }
  return (
    <Loaded query={signIn} failure={t("failure")} shape="form">
      {(url) =>
        url === null ? (
          <ByHand type={type} />
        ) : (
          <div className={classes.ways}>
            <Panel title={t("title")}>
              <Stack gap="md">
                <FormProblem>{ended && t(ended)}</FormProblem>
                <div className={classes.signIn}>
                  <Text size="sm" c="dimmed" flex="1 1 220px">
                    {t("words")}
                  </Text>
                  <SignInButton type={type} isAgain={ended !== null} />
                </div>
              </Stack>
            </Panel>
            <Otherwise type={type} />
          </div>
        )
      }
    </Loaded>
  );
}

function Otherwise({ type }: { type: Channel["type"] }) {
  const t = useTranslations("channels.signIn");
  return (
    <>
      <Title order={2}>{t("byHand")}</Title>
      <ByHand type={type} />
    </>
  );
}

const ENDS = ["declined", "failed"] as const;

/** What the person brought back from the provider: a code, which works once and is in the page's address once, or why there is none. */
function useReturn() {
  const workspaceId = useWorkspaceId();
  const search = useSearchParams();
  const finish = useMutation({ mutationFn: finishSignIn });
  const { mutate } = finish;
  useEffect(() => {
    // Only then does the router follow changes of the address. Otherwise it would write the code back.
    const afterRouter = setTimeout(() => {
      const given = new URLSearchParams(window.location.hash.slice(1));
      const [code, state] = [given.get("code"), given.get("state")];
      if (!code || !state) return;
      window.history.replaceState(null, "", window.location.pathname);
      mutate({ workspaceId, code, state });
    });
    return () => clearTimeout(afterRouter);
  }, [workspaceId, mutate]);
  return { finish, ended: ENDS.find((end) => end === search.get("ended")) ?? null };
}
