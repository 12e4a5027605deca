import type { EndpointData, HandlerInput } from '#contract/endpoint.ts'
import { type setup, setupPath } from '#contract/setup.ts'
import type { Deps } from '#server/deps.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { assertStrongPassword, hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { openUserSession } from '#server/domains/accounts/auth/session.service.ts'
import { createAdministrator, refuseTakenPhone } from '#server/domains/accounts/auth/setup.service.ts'
import { provisionSecondFactor } from '#server/domains/accounts/second-factor/setup-factor.service.ts'
import { buildTotpUri, createTotpSecret, findTotpStep } from '#server/domains/accounts/second-factor/totp.ts'
import { countAdmins } from '#server/domains/accounts/users/accounts.service.ts'
import type { Context } from '#server/http/context.ts'
import { getSiteOrigin } from '#server/http/pages.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'
import { createSigner } from '#server/lib/signing.ts'

const validMs = 86_400_000
const triesPerHour = 30

type Input<K extends keyof typeof setup> = HandlerInput<(typeof setup)[K]>['body']
type Answer<K extends keyof typeof setup> = EndpointData<(typeof setup)[K]>

/** Signs the end of a link: every node with the same keys takes it, and nothing of it is stored. */
const linkSigner = ({ keys }: Pick<Deps, 'keys'>) => createSigner(keys.setup_link)

const countAllAdmins = ({ database }: Pick<Deps, 'database'>) => database.transaction((trx) => countAdmins(trx))

const createUsedRefusal = () => new Refusal('setup_link_gone', { message: '平台已经有管理员，这个链接不再有效，请直接登录' })

/** Returns the link by which the first administrator is made; undefined once there is one. */
export async function buildSetupLink(deps: Deps): Promise<string | undefined> {
  if ((await countAllAdmins(deps)) > 0) return undefined
  const end = (deps.clock.now().getTime() + validMs).toString(36)
  return new URL(`${setupPath}#${end}.${linkSigner(deps).sign(end)}`, getSiteOrigin(deps)).href
}

/** Returns until when a link is valid. Throws `setup_link_gone` if it is none of ours, is over, or there is an administrator. */
async function requireLink({ deps, request }: Context, token: string): Promise<Date> {
  await claimRateSlots(deps, [
    {
      key: `setup:${toSubscriberNetwork(request.ip)}`,
      policy: createWindowPolicy(triesPerHour, 3600),
      refusal: 'too_many_attempts',
    },
  ])
  const [end = '', signature = ''] = token.split('.', 2)
  const expiresAt = Number.parseInt(end, 36)
  if (!linkSigner(deps).isSigned(end, signature) || expiresAt <= deps.clock.now().getTime()) throw new Refusal('setup_link_gone')
  if ((await countAllAdmins(deps)) > 0) throw createUsedRefusal()
  return new Date(expiresAt)
}

export const checkSetupLink = async (ctx: Context, token: string): Promise<Answer<'check'>> => ({
  expires_at: (await requireLink(ctx, token)).toISOString(),
})

const enrolmentOwner = (phone: string) => `setup:${phone}`

/** Checks what was typed and makes a secret for an authenticator app, which the browser keeps sealed until a code confirms it. */
export async function beginSetup(ctx: Context, { token, phone, password }: Input<'begin'>): Promise<Answer<'begin'>> {
  const { database, keys, config } = ctx.deps
  await requireLink(ctx, token)
  assertStrongPassword(password, phone)
  if (await authRepo(database.kysely).findByPhone(phone)) refuseTakenPhone()
  const secret = createTotpSecret()
  return {
    secret,
    uri: buildTotpUri(secret, { issuer: config.brand, label: phone }),
    enrolment: sealText(keys.second_factor, enrolmentOwner(phone), secret),
  }
}

function unsealEnrolment({ keys }: Deps, phone: string, enrolment: string): string {
  try {
    return unsealText(keys.second_factor, enrolmentOwner(phone), enrolment)
  } catch {
    throw new Refusal('enrolment_gone')
  }
}

/** Makes the first administrator and signs in: of two browsers with the link, one. */
export async function finishSetup(ctx: Context, sessions: SessionTokens, input: Input<'finish'>): Promise<Answer<'finish'>> {
  const { deps, request } = ctx
  const { token, phone, password, enrolment, code } = input
  await requireLink(ctx, token)
  assertStrongPassword(password, phone)
  const secret = unsealEnrolment(deps, phone, enrolment)
  const step = findTotpStep(secret, code, deps.clock.now())
  if (step === undefined) throw createFieldRefusal('bad_factor_code', 'code')
  const passwordHash = await hashPassword(password)
  const made = await ctx.transaction(async (tx) => {
    if ((await countAdmins(tx.db)) > 0) throw createUsedRefusal()
    const account = await createAdministrator(tx.db, { phone, password_hash: passwordHash, at: tx.now() }, request)
    const { recovery_codes: codes } = await provisionSecondFactor(tx.db, deps, { ...account, phone }, { secret, last_step: step })
    return { ...(await openUserSession(tx, { id: account.user_id, role: account.role, phone }, request)), ...account, codes }
  })
  const access = await sessions.issue(made.user_id, made.session_id, made.ends_at)
  return { tokens: { access, refresh: made.refresh, userId: made.user_id }, recovery_codes: made.codes }
}
