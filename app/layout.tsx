import "@fontsource-variable/inter/wght.css";
import "../components/ui/library-styles.ts";
import "@mantine/notifications/styles.css";
import "../components/ui/tokens.css";
import "../components/ui/base.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { getLocale, getMessages, getNow, getTimeZone, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { wordsOf } from "../components/i18n/rooms.ts";
import { pageNonce } from "../components/shell/page-nonce.ts";
import { Providers } from "../components/shell/providers.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.pages");
  return { title: { default: "Omnichannel", template: "%s · Omnichannel" }, description: t("description") };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f2f1ed" },
    { media: "(prefers-color-scheme: dark)", color: "#101314" },
  ],
};

/**
 * The font for the portal's languages, preloaded. If only the styles named it, it would arrive after the first paint and shift
 * the layout.
 */
const LETTERS = new URL(
  "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
);

export default async function RootLayout({ children }: { children: ReactNode }) {
  preload(LETTERS.href, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const [locale, messages, timeZone, now, nonce] = await Promise.all([
    getLocale(),
    getMessages(),
    getTimeZone(),
    getNow(),
    pageNonce(),
  ]);
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <Providers
          language={{ locale, messages: wordsOf("everybody", messages), timeZone, drawnAt: now.getTime() }}
          nonce={nonce}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
