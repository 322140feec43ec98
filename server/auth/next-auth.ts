import NextAuth, { type AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import GitHubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import { faultOf } from "../database-away.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { database } from "../db.ts";
import { currentRequestId } from "../observe/request-context.ts";
import { inEnglish, toWording, type Said } from "../say.ts";
import { addressOf } from "./address.ts";
import { auditPerson, auditPersonRefusal } from "./audit-person.ts";
import { openSession } from "./open-session.ts";
import { connectProvider, userOfProvider } from "./provider-accounts.ts";
import { revokeSession } from "./revoke-session.ts";
import { parseCookie } from "cookie";
import { SESSION_MS, sessionOfCookies, type HeaderReader } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { hasTwoFactor, takeCode } from "./two-factor.ts";

/** Error code for the sign-in page when no user has connected this Google or GitHub account. */
const NOT_CONNECTED = "AccountNotConnected";

export type AuthRequest = {
  method: string;
  /** The path segments after /api/auth/. */
  path: string[];
  query: Record<string, string>;
  headers: HeaderReader;
  /** Fields of the JSON or form body; undefined: none. */
  body: Record<string, unknown> | undefined;
};

/** The response of next-auth. `body` is text, JSON or empty. */
export type AuthAnswer = { status: number; headers: Record<string, string | string[]>; body: unknown };

/** Calls next-auth through its interface for plain requests and responses. A rate-limited sign-in returns 429 with the time to wait. */
export async function askNextAuth({ method, path, query, headers, body }: AuthRequest): Promise<AuthAnswer> {
  let refusal: AppError | null = null;
  const answer: AuthAnswer = { status: 200, headers: {}, body: undefined };
  const told = Object.fromEntries(READ_HEADERS.map((name) => [name, headers.get(name) ?? undefined]));
  const request = {
    ...{ method, body, headers: told, cookies: parseCookie(headers.get("cookie") ?? "") },
    query: { ...query, nextauth: path },
  };
  const take = (given: unknown) => void (answer.body = given);
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    getHeader: (name: string) => answer.headers[name.toLowerCase()],
    setHeader(name: string, value: string | string[]) {
      answer.headers[name.toLowerCase()] = value;
      return response;
    },
    json: take,
    send: take,
    end: () => undefined,
  };
  await nextAuth(
    request,
    response,
    authOptions(headers, (error) => (refusal = error)),
  );
  const limited = refusal as AppError | null;
  if (!limited || answer.status !== 401) return answer;
  return { ...answer, status: limited.httpStatus, headers: { ...answer.headers, ...limited.headers } };
}

/** The request headers that next-auth reads. */
const READ_HEADERS = ["host", "user-agent", "x-forwarded-host", "x-forwarded-proto"];

/** For CommonJS modules: a bundler returns the default export, Node returns the module. */
const plain = <T>(module: T): T => (module as { default?: T }).default ?? module;

// next-auth uses only those parts of Next's request and response that `askNextAuth` provides.
const nextAuth = plain(NextAuth) as (request: object, response: object, options: AuthOptions) => Promise<unknown>;
const credentialsProvider = plain(CredentialsProvider);
const googleProvider = plain(GoogleProvider);
const githubProvider = plain(GitHubProvider);

/**
 * The next-auth options for one request. The token only holds ids and is trusted only together with its session row
 * (server/auth/session.ts). The callbacks open and revoke these rows.
 * @param headers of the request: its source address, its browser, and whether a user is already signed in.
 * @param onLimit called with the error when a rate limit refuses the sign-in.
 */
export function authOptions(
  headers: HeaderReader,
  onLimit: (refusal: AppError) => void = () => undefined,
): AuthOptions {
  const settings = env();
  return {
    secret: settings.NEXTAUTH_SECRET,
    useSecureCookies: settings.APP_URL.startsWith("https:"),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    logger: {
      error: (code, metadata) => log.warn({ code, metadata }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => undefined,
    },
    providers: [passwordProvider(headers, onLimit), ...outsideProviders()],
    callbacks: {
      async signIn({ account }) {
        if (!account || account.provider === "credentials") return true;
        const signedIn = await sessionOfCookies(headers);
        if (signedIn) return (await connectProvider(signedIn.userId, account)) === signedIn.userId;
        return (await userOfProvider(account)) ? true : `/sign-in?error=${NOT_CONNECTED}`;
      },
      async jwt({ token, user, account }) {
        if (!user) return token;
        const isOutside = account && account.provider !== "credentials";
        const userId = isOutside ? await userOfProvider(account) : user.id;
        if (!userId) throw new Error("A sign-in without a user passed the signIn callback");
        const sessionId = await openSession(userId, headers.get("user-agent"));
        const after = { with: isOutside ? account.provider : "password" };
        await auditPerson(database(), userId, { action: "signIn", address: addressOf(headers), after });
        return { sub: userId, sessionId };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sessionId !== "string") return;
        const userId = await revokeSession(token.sessionId);
        if (userId) await auditPerson(database(), userId, { action: "signOut", address: addressOf(headers) });
      },
    },
  };
}

function outsideProviders(): AuthOptions["providers"] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_ID, GITHUB_SECRET } = env();
  return [
    ...(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
      ? [googleProvider({ clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET })]
      : []),
    ...(GITHUB_ID && GITHUB_SECRET ? [githubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET })] : []),
  ];
}

function ourFault(error: unknown): Said {
  const id = currentRequestId();
  log.error({ requestId: id, err: error }, "sign-in failed");
  return faultOf(error, id).said;
}

/** Informs the sign-in page that the password was right, but the second-factor code is missing or wrong. */
class SecondFactorAsked extends Error {}

/** Only for password sign-ins: Google and GitHub ask for their own second factor. */
async function askSecondFactor(userId: string, code: string | undefined, address: string): Promise<void> {
  if (!(await hasTwoFactor(userId))) return;
  if (!code) throw new SecondFactorAsked("TwoFactorRequired");
  const taken = await takeCode(userId, code);
  if (taken === "recovery") await auditPerson(database(), userId, { action: "useRecoveryCode", address });
  if (taken !== null) return;
  auditPersonRefusal(userId, { action: "signIn", address }, "UNAUTHENTICATED");
  throw new SecondFactorAsked("TwoFactorWrong");
}

function passwordProvider(
  headers: HeaderReader,
  onLimit: (refusal: AppError) => void,
): AuthOptions["providers"][number] {
  return credentialsProvider({
    name: "Password",
    credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
    async authorize(credentials) {
      if (!credentials) return null;
      try {
        const id = await signIn({ ...credentials, address: addressOf(headers) });
        if (!id) return null;
        await askSecondFactor(id, credentials.code, addressOf(headers));
        return { id };
      } catch (error) {
        if (error instanceof AppError && error.code === "RATE_LIMITED") onLimit(error);
        // next-auth passes the message of an error thrown here to the page, so only text meant for users may go through.
        if (error instanceof SecondFactorAsked) throw new Error(error.message);
        const said = error instanceof AppError ? error.said : ourFault(error);
        throw new Error(JSON.stringify({ message: inEnglish(said), wording: toWording(said) }));
      }
    },
  });
}
