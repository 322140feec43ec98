import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { PortalShell } from "../../../components/shell/portal-shell.tsx";
import { pageSession } from "../../../server/auth/page-session.ts";

type Props = { params: Promise<{ workspaceId: string }>; children: ReactNode };

export default async function PortalLayout({ params, children }: Props) {
  const { workspaceId } = await params;
  if (!/^[1-9]\d{0,9}$/.test(workspaceId)) notFound();
  // The page leads to the sign-in, as it knows its own address; nothing of the portal is drawn around that.
  if (!(await pageSession())) return children;
  return <PortalShell workspaceId={Number(workspaceId)}>{children}</PortalShell>;
}
