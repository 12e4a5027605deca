import type { auth, Challenge } from '#contract/auth.ts'
import type { Received } from '#contract/endpoint.ts'
import { smsToday } from '#server/domains/accounts/auth/sms-budget.service.ts'
import type { Context } from '#server/http/context.ts'
import { atMost, hitsIn } from '#server/http/rate-limits.policy.ts'
import { rateLimitsRepo } from '#server/http/rate-limits.repo.ts'
import { type Slot, takeSlots } from '#server/http/rate-limits.ts'
import { networkOf } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Asked = Received<typeof auth.challenge>['body']

const hour = 3600
const day = 86_400
/** From so many requests on a challenge is as hard as it gets. */
const hardest_at = 12

const boundTo = ({ phone, captcha_type }: Asked): string => `${captcha_type}:${phone}`

/** What visitors have asked for of late: from one network, and for one phone. */
const countersOf = (phone: string, ip: string) => [
  { key: `visitor-sends:${networkOf(ip)}`, window_seconds: hour },
  { key: `visitor-sends:${phone}`, window_seconds: day },
]

/** A task to solve before a code is sent to a phone: the harder, the more have been asked for. */
export async function askChallenge({ deps, request }: Context, asked: Asked): Promise<Challenge> {
  const now = deps.clock.now()
  const counters = countersOf(asked.phone, request.ip)
  const buckets = await rateLimitsRepo(deps.database.kysely).read(counters.map(({ key }) => key))
  const recent = counters.map(({ key, window_seconds }) => {
    const bucket = buckets.get(key)
    return bucket ? hitsIn(window_seconds, bucket, now) : 0
  })
  return deps.challenge.issue(boundTo(asked), Math.min(1, Math.max(...recent) / hardest_at))
}

/** Whether visitors have had half of what is theirs today: then everybody is asked. */
async function isHalfGone({ deps }: Context): Promise<boolean> {
  const { by_visitors, visitors_max } = await smsToday(deps.database.kysely, deps)
  return by_visitors * 2 >= visitors_max
}

/**
 * Lets a visitor's request for a code pass who has solved a challenge for it, once, and a few that have not. Counts before
 * anything is looked up, so that questions about phones are no cheaper than messages.
 */
export async function passChallenge(ctx: Context, asked: Asked): Promise<void> {
  const { deps, request } = ctx
  const { challenge_free_sends: free } = deps.config.sms
  const { challenge_answer: answer } = request
  const solved = answer === undefined ? undefined : await deps.challenge.check(boundTo(asked), answer)
  const must = answer !== undefined || free === 0 || (await isHalfGone(ctx))
  if (!solved && must) throw new Refusal('challenge_required')
  const slot = (key: string, max: number, window_seconds: number): Slot => ({
    key,
    policy: atMost(max, window_seconds),
    refusal: 'challenge_required',
    no_wait: true,
  })
  await takeSlots(deps, [
    ...countersOf(asked.phone, request.ip).map(({ key, window_seconds }) =>
      slot(key, solved ? Number.POSITIVE_INFINITY : free, window_seconds),
    ),
    ...(solved ? [slot(`challenge:${solved}`, 1, day)] : []),
  ])
}
