import type { ReactNode } from "react";
import { DatesLanguage } from "../../../../components/i18n/dates-language.tsx";
import { Words } from "../../../../components/i18n/words.tsx";
import { SettingsShell } from "../../../../components/settings/settings-shell.tsx";
import { pageSession } from "../../../../server/for-pages.ts";

export default async function Layout({ children }: { children: ReactNode }) {
  // Without a session the page redirects to the sign-in.
  if (!(await pageSession())) return children;
  return (
    <Words of="settings">
      <DatesLanguage>
        <SettingsShell>{children}</SettingsShell>
      </DatesLanguage>
    </Words>
  );
}
