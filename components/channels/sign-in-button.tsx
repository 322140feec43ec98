"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { channelSignInQuery, type Channel } from "./queries.ts";

type Props = { type: Channel["type"]; isAgain: boolean; variant?: "filled" | "default" };

/** Goes to the provider's sign-in. The address is asked for with the click, because it is valid for an hour. */
export function SignInButton({ type, isAgain, variant = "filled" }: Props) {
  const t = useTranslations("channels.signIn");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const go = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...channelSignInQuery(workspaceId, type), staleTime: 0 }),
    onSuccess: (url) => {
      if (url !== null) window.location.assign(url);
    },
    onError: (error) => failed(t("failure"), error),
  });
  return (
    <Button variant={variant} loading={go.isPending} onClick={() => go.mutate()}>
      {t(isAgain ? "again" : "go")}
    </Button>
  );
}
