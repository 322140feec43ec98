import { HydrationBoundary } from "@tanstack/react-query";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Words } from "../../../components/i18n/words.tsx";
import { paths } from "../../../components/paths.ts";
import { PortalShell } from "../../../components/shell/portal-shell.tsx";
import { readFrame } from "../../../components/shell/read-frame.ts";
import { askAsPage, liveFrom, pageSession, readsAhead, runningBuild, twoFactorDue } from "../../../server/for-pages.ts";

type Props = { params: Promise<{ workspaceId: string }>; children: ReactNode };

export default async function PortalLayout({ params, children }: Props) {
  const { workspaceId } = await params;
  if (!/^[1-9]\d{0,9}$/.test(workspaceId)) notFound();
  const [session, due] = await Promise.all([pageSession(), twoFactorDue(Number(workspaceId))]);
  // The page redirects to the sign-in, because it knows its own URL. Draw no portal frame around it.
  if (!session) return children;
  if (due) redirect(paths.twoFactor(Number(workspaceId)));
  const isAhead = await readsAhead();
  return (
    <HydrationBoundary state={isAhead ? await readFrame(askAsPage, Number(workspaceId)) : null}>
      <Words of="frame">
        <PortalShell
          workspaceId={Number(workspaceId)}
          userId={session.userId}
          liveFrom={isAhead ? await liveFrom() : null}
          build={await runningBuild()}
        >
          {children}
        </PortalShell>
      </Words>
    </HydrationBoundary>
  );
}
