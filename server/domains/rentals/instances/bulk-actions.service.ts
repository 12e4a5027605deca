import { codes, success_code } from '#contract/codes.ts'
import type { BulkAction } from '#contract/instance-actions.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { lockOwnInstances } from '#server/domains/rentals/instances/lock.service.ts'
import { perform } from '#server/domains/rentals/instances/power.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

export interface BulkResult {
  id: string
  ok: boolean
  code: string
  message: string
}

const unknown = (id: string): BulkResult => ({ id, ok: false, code: codes.not_found.code, message: codes.not_found.message })

/** Does one action to many own instances, each by itself: what is refused for one is its result, and the others go on. */
export function actOnMany({ caller, transaction }: Context, ids: readonly string[], action: BulkAction): Promise<BulkResult[]> {
  const asked = [...new Set(ids)]
  return transaction(async (tx) => {
    // All rows are locked before the first one locks the wallet, in one order.
    const rows = await lockOwnInstances(tx.db, caller.user_id, asked)
    const results: BulkResult[] = []
    for (const id of asked) {
      const row = rows.get(id)
      if (!row) {
        results.push(unknown(id))
        continue
      }
      const refused = await perform(tx, row, { actor: 'user', actor_id: caller.user_id }, action).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Refusal) return error
          throw error
        },
      )
      results.push({ id, ok: !refused, code: refused?.code ?? success_code, message: refused?.message ?? '' })
    }
    await publishChange(tx, { user_id: caller.user_id, resource: 'wallet', id: null })
    wakeWorkers(tx)
    return results
  })
}
