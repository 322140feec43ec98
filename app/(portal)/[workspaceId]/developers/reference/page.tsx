import type { Metadata } from "next";
import { ReferencePage } from "../../../../../components/developers/reference-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "API reference" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.developers(Number(workspaceId), "reference")));
  return <ReferencePage />;
}
