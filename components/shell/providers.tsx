"use client";

import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState, type ReactNode } from "react";
import { Language, type LanguageOfPage } from "../i18n/language.tsx";
import { themeOf, variables } from "../ui/theme.ts";
import { createQueryClient } from "./query-client.ts";
import toasts from "../ui/toasts.module.css";

type Props = { language: LanguageOfPage; nonce: string | undefined; children: ReactNode };

/** Context for every page: language, theme, dialogs, toasts and the query cache. */
export function Providers({ language, nonce, children }: Props) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Language {...language}>
        <Look nonce={nonce}>
          <ModalsProvider>{children}</ModalsProvider>
          <Notifications position="bottom-left" className={toasts.toasts} limit={3} autoClose={5_000} />
        </Look>
      </Language>
    </QueryClientProvider>
  );
}

/** Inside the language context, because parts of the theme have labels. */
function Look({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const close = useTranslations("ui")("close");
  const theme = useMemo(() => themeOf(close), [close]);
  // A refreshed layout has a new nonce, but the browser keeps the one that the page loaded with.
  const [nonceOfPage] = useState(() => () => nonce ?? "");
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={nonceOfPage}
    >
      {children}
    </MantineProvider>
  );
}
