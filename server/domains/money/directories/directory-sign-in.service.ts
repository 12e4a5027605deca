import type { AuthTokens } from '#contract/auth.ts'
import type { Directory, DirectoryReturn, DirectoryVisit, directories } from '#contract/directories.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import {
  claimLoginAttempt,
  clearLoginAttempts,
  releaseLoginAttempt,
} from '#server/domains/accounts/auth/login-throttle.service.ts'
import { signInUser } from '#server/domains/accounts/auth/sign-in-user.service.ts'
import type { StopInstances } from '#server/domains/accounts/users/accounts.service.ts'
import { admitPerson } from '#server/domains/money/directories/admission.service.ts'
import { askDirectory, requireOpenDirectory, toConnection } from '#server/domains/money/directories/connection.service.ts'
import { directoriesRepo } from '#server/domains/money/directories/directories.repo.ts'
import { beginVisit, finishVisit } from '#server/domains/money/directories/visits.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type PasswordForm = HandlerInput<typeof directories.sign_in>['body']

/** What every sign-in by a directory needs besides its input. */
interface SignInParts {
  sessions: SessionTokens
  stopInstances: StopInstances
}

const toPublicDirectory = ({ slug, name, kind }: Pick<Directory, 'slug' | 'name'> & { kind: string }): Directory => ({
  slug,
  name,
  kind: kind as Directory['kind'],
})

export const listDirectories = async ({ deps }: Context): Promise<Directory[]> =>
  (await directoriesRepo(deps.database.kysely).listed()).map(toPublicDirectory)

export const hasOpenDirectories = ({ database }: Context['deps']): Promise<boolean> => directoriesRepo(database.kysely).anyOpen()

export async function getDirectory({ deps }: Context, slug: string): Promise<Directory> {
  const row = await directoriesRepo(deps.database.kysely).findOpen(slug)
  if (!row) throw new Refusal('not_found', { message: '没有这个组织，请检查组织代码' })
  return toPublicDirectory(row)
}

export async function beginDirectorySignIn(ctx: Context, slug: string): Promise<DirectoryVisit> {
  return beginVisit(ctx, await requireOpenDirectory(ctx.deps, slug), { session_id: null })
}

/** The proof is used up before: a visit by `finishVisit`, a password by having been compared. */
const noProofLeft = async () => undefined

/** Signs in whom the provider has sent back, and opens the account the first time. */
export async function finishDirectorySignIn(
  ctx: Context,
  { sessions, stopInstances }: SignInParts,
  returned: DirectoryReturn,
): Promise<AuthTokens> {
  const vouched = await finishVisit(ctx, returned, null)
  const userId = await admitPerson(ctx, sessions, stopInstances, vouched)
  return signInUser(ctx, sessions, { user_id: userId }, noProofLeft)
}

/** The name as directories compare it, so that other ways to write it are no new name to guess for. */
const foldUsername = (username: string): string => username.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/** Signs in by a name and a password of an LDAP directory. Answers an unknown name and a wrong password alike. */
export async function signInByDirectoryPassword(
  ctx: Context,
  { sessions, stopInstances }: SignInParts,
  { slug, username, password }: PasswordForm,
): Promise<AuthTokens> {
  const { deps, request } = ctx
  const directory = await requireOpenDirectory(deps, slug)
  const login = `@${slug}/${foldUsername(username)}`
  await claimLoginAttempt(deps, login, request.ip)
  const person = await askDirectory(deps, directory, () =>
    deps.directories.checkPassword(toConnection(deps, directory), { username, password }),
  )
  if (!person) throw createFieldRefusal('bad_credentials', 'password', '用户名或密码错误')
  // Before a second step, which counts its own tries and knows nothing of the name.
  await releaseLoginAttempt(deps, request.ip)
  await clearLoginAttempts(deps, login, request.ip)
  const userId = await admitPerson(ctx, sessions, stopInstances, { directory, person })
  return signInUser(ctx, sessions, { user_id: userId }, noProofLeft)
}
