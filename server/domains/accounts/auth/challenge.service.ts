import type { auth, Challenge } from '#contract/auth.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { getSmsDayUsage } from '#server/domains/accounts/auth/sms-budget.service.ts'
import type { Context } from '#server/http/context.ts'
import { countHits, createWindowPolicy } from '#server/http/rate-limits.policy.ts'
import { rateLimitsRepo } from '#server/http/rate-limits.repo.ts'
import { claimRateSlots, type RateSlot } from '#server/http/rate-limits.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { Refusal } from '#server/lib/refusal.ts'

type ChallengeInput = HandlerInput<typeof auth.challenge>['body']

const hour = 3600
const day = 86_400
/** Number of recent requests at which a challenge reaches maximum difficulty. */
const maxDifficultyRequests = 12

const toChallengeSubject = ({ phone, captcha_type: captchaType }: ChallengeInput): string => `${captchaType}:${phone}`

/** Counters for recent visitor requests: per network and per phone. */
const buildVisitorCounters = (phone: string, ip: string) => [
  { key: `visitor-sends:${toSubscriberNetwork(ip)}`, window_seconds: hour },
  { key: `visitor-sends:${phone}`, window_seconds: day },
]

/** Issues a challenge to solve before a code is sent to a phone; the difficulty grows with recent requests. */
export async function issueChallenge({ deps, request }: Context, asked: ChallengeInput): Promise<Challenge> {
  const now = deps.clock.now()
  const counters = buildVisitorCounters(asked.phone, request.ip)
  const buckets = await rateLimitsRepo(deps.database.kysely).read(counters.map(({ key }) => key))
  const recent = counters.map(({ key, window_seconds: windowSeconds }) => {
    const bucket = buckets.get(key)
    return bucket ? countHits(windowSeconds, bucket, now) : 0
  })
  return deps.challenge.issue(toChallengeSubject(asked), Math.min(1, Math.max(...recent) / maxDifficultyRequests))
}

/** Returns whether visitors have used half of their daily budget; from then on every visitor needs a challenge. */
async function isVisitorBudgetHalfSpent({ deps }: Context): Promise<boolean> {
  const { by_visitors: byVisitors, visitors_max: visitorsMax } = await getSmsDayUsage(deps.database.kysely, deps)
  return byVisitors * 2 >= visitorsMax
}

/**
 * Admits a visitor's code request with a solved challenge, once per challenge, and a few requests without. Counts before any
 * lookup, so that probing for phones costs as much as sending messages.
 */
export async function requireChallenge(ctx: Context, asked: ChallengeInput): Promise<void> {
  const { deps, request } = ctx
  const { challenge_free_sends: free } = deps.config.sms
  const { challenge_answer: answer } = request
  const solved = answer === undefined ? undefined : await deps.challenge.check(toChallengeSubject(asked), answer)
  const must = answer !== undefined || free === 0 || (await isVisitorBudgetHalfSpent(ctx))
  if (!solved && must) throw new Refusal('challenge_required')
  const slot = (key: string, max: number, windowSeconds: number): RateSlot => ({
    key,
    policy: createWindowPolicy(max, windowSeconds),
    refusal: 'challenge_required',
    no_wait: true,
  })
  await claimRateSlots(deps, [
    ...buildVisitorCounters(asked.phone, request.ip).map(({ key, window_seconds: windowSeconds }) =>
      slot(key, solved ? Number.POSITIVE_INFINITY : free, windowSeconds),
    ),
    ...(solved ? [slot(`challenge:${solved}`, 1, day)] : []),
  ])
}
