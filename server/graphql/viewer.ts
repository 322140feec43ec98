import { setPreferences } from "../workspaces/set-preferences.ts";
import { enterWorkspace } from "../agents/enter-workspace.ts";
import { setAvailability } from "../agents/set-availability.ts";
import { Role as ROLES } from "../generated/prisma/enums.ts";
import { env } from "../env.ts";
import { pushKeys } from "../notices/push-keys.ts";
import type { Viewer as ViewerFacts } from "../workspaces/get-viewer.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

export const Role = builder.enumType("Role", { values: Object.values(ROLES) });

const ViewerWorkspace = builder.objectRef<ViewerFacts["workspaces"][number]>("ViewerWorkspace").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    name: t.exposeString("name"),
    plan: t.exposeString("plan"),
    role: t.expose("role", { type: Role }),
  }),
});

const Viewer = builder.objectRef<ViewerFacts>("Viewer").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    workspaceName: t.exposeString("workspaceName"),
    plan: t.exposeString("plan"),
    userId: t.exposeID("userId", { nullable: true }),
    name: t.exposeString("name"),
    email: t.exposeString("email", { nullable: true }),
    avatar: t.exposeString("avatar", { nullable: true }),
    role: t.expose("role", { type: Role, nullable: true }),
    agentId: t.exposeID("agentId", { nullable: true }),
    permissions: t.stringList({ resolve: (viewer) => [...viewer.permissions] }),
    isAvailable: t.exposeBoolean("isAvailable", { description: "Agent takes new conversations by AUTO." }),
    preferences: t.field({ type: "JSON", resolve: (viewer) => viewer.preferences }),
    pushKey: t.string({
      description: "The service's public key, with which a browser subscribes to notices (savePushSubscription).",
      resolve: () => pushKeys().publicKey,
    }),
    isMailSetUp: t.boolean({
      description: "Whether the service has a mail server: without one no notices go by mail.",
      resolve: () => env().SMTP_URL !== undefined,
    }),
    workspaces: t.field({ type: [ViewerWorkspace], resolve: (viewer) => viewer.workspaces }),
  }),
});

const { query, mutation } = section(builder, "Workspace");

query("viewer", enterWorkspace, {
  type: Viewer,
  says: "Who calls, and what they may.",
  example: {},
});

mutation("setAvailability", setAvailability, {
  type: Viewer,
  input: (t) => ({ isAvailable: t.boolean({ required: true }) }),
  says: "Whether the signed-in agent takes new conversations.",
  example: { isAvailable: true },
  signedIn: true,
});

mutation("setPreferences", setPreferences, {
  type: Viewer,
  input: (t) => ({
    preferences: t.field({
      type: "JSON",
      required: true,
      description: "An object of what changes; null goes back to the default, what is left out stays.",
    }),
  }),
  says: "How the signed-in person has the portal here: language, density, keys, notices.",
  example: { preferences: { density: "compact" } },
  signedIn: true,
});
