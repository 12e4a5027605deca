import type { ResultCodeName } from '#contract/codes.ts'
import type { Deps } from '#server/deps.ts'
import type { RateBucket, RatePolicy } from '#server/http/rate-limits.policy.ts'
import { rateLimitsRepo } from '#server/http/rate-limits.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/** A counter that a call must pass, and the refusal if it does not. */
export interface RateSlot {
  key: string
  policy: RatePolicy
  refusal: ResultCodeName
  message?: string
  /** Waiting does not help; the refusal omits `retry_after`. */
  no_wait?: true
}

type CountingDeps = Pick<Deps, 'database'>

/** Called with the new hits, in the same transaction. */
type OnSlotsClaimed = (tx: Tx, taken: ReadonlyMap<string, RateBucket>) => Promise<void>

/**
 * Takes one hit of every slot, or none; throws the refusal of the slot with the longest wait, with `retry_after`. Commits
 * immediately in its own transaction because the hits must count even if the call is refused later.
 */
export async function claimRateSlots(deps: Deps, slots: readonly RateSlot[], then?: OnSlotsClaimed): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps, async (tx) => {
    const repo = rateLimitsRepo(tx.db)
    const buckets = await repo.lock(
      slots.map(({ key }) => key),
      now,
    )
    const results = slots.map((slot) => ({ slot, ...slot.policy(buckets.get(slot.key)!, now) }))
    const refused = results.flatMap((result) => ('wait_ms' in result ? [result] : [])).sort((a, b) => b.wait_ms - a.wait_ms)[0]
    if (refused) {
      const { refusal, message, no_wait: noWait } = refused.slot
      if (noWait) throw new Refusal(refusal)
      throw new Refusal(refusal, { message, retry_after: Math.max(1, Math.ceil(refused.wait_ms / 1000)) })
    }
    const taken = new Map<string, RateBucket>()
    for (const result of results) if ('next' in result) taken.set(result.slot.key, result.next)
    for (const [key, bucket] of taken) await repo.save(key, bucket)
    await then?.(tx, taken)
  })
}

/** Gives back hits that turn out not to count. */
export async function releaseRateSlots({ database }: CountingDeps, slots: readonly RateSlot[]): Promise<void> {
  await rateLimitsRepo(database.kysely).giveBack(slots.map(({ key }) => key))
}

/** Resets all hits of the slots. */
export async function clearRateSlots({ database }: CountingDeps, slots: readonly RateSlot[]): Promise<void> {
  await rateLimitsRepo(database.kysely).remove(slots.map(({ key }) => key))
}
