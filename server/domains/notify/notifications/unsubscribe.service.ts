import { buildPath } from '#contract/endpoint.ts'
import { notificationPreferences, unsubscribePath } from '#contract/notification-preferences.ts'
import { type NotificationClass, notificationClasses } from '#contract/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { channelsRepo } from '#server/domains/notify/notifications/channels.repo.ts'
import type { Context } from '#server/http/context.ts'
import { getApiOrigin, getSiteOrigin } from '#server/http/pages.ts'
import { createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots } from '#server/http/rate-limits.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { createSigner } from '#server/lib/signing.ts'

const perHour = 30

const signer = ({ keys }: Pick<Deps, 'keys'>) => createSigner(keys.unsubscribe)

/** Returns the signed right to turn mails of one class off for one user: `<class>.<user>.<signature>`. Does not expire. */
const createUnsubscribeToken = (deps: Pick<Deps, 'keys'>, of: string, userId: string): string =>
  `${of}.${userId}.${signer(deps).sign(`${of}.${userId}`)}`

/** Returns the page on which a person unsubscribes. */
export const buildUnsubscribePage = (deps: Deps, token: string): string =>
  `${getSiteOrigin(deps)}${unsubscribePath}?token=${encodeURIComponent(token)}`

/** Returns where a mail program unsubscribes with one click (RFC 8058), and where a person does. */
export function buildUnsubscribeLinks(deps: Deps, of: string, userId: string): { oneClick: string; page: string } {
  const token = createUnsubscribeToken(deps, of, userId)
  return {
    oneClick: `${getApiOrigin(deps)}${buildPath(notificationPreferences.unsubscribe, { token })}`,
    page: buildUnsubscribePage(deps, token),
  }
}

/** Turns mails of the token's class off for the token's user. */
export async function unsubscribe({ deps, transaction }: Context, token: string): Promise<{ class: NotificationClass }> {
  const [of = '', userId = '', signature = '', ...more] = token.split('.')
  const isKnown = Object.hasOwn(notificationClasses, of) && more.length === 0
  if (!isKnown || !signer(deps).isSigned(`${of}.${userId}`, signature))
    throw new Refusal('not_found', { message: '退订链接无效' })
  const policy = createWindowPolicy(perHour, 3600)
  await claimRateSlots(deps, [{ key: `unsubscribe:${userId}`, policy, refusal: 'too_many_requests' }])
  await transaction((tx) => channelsRepo(tx.db).choose({ user_id: userId, class: of, channel: 'email', enabled: false }))
  return { class: of as NotificationClass }
}
