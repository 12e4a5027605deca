import { resultCodes, successCode } from '#contract/codes.ts'
import type { BulkInstanceAction } from '#contract/instance-actions.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { lockOwnInstances } from '#server/domains/rentals/instances/lock.service.ts'
import { performPowerAction } from '#server/domains/rentals/instances/power.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

export interface BulkActionResult {
  id: string
  ok: boolean
  code: string
  message: string
}

const buildNotFoundResult = (id: string): BulkActionResult => ({
  id,
  ok: false,
  code: resultCodes.not_found.code,
  message: resultCodes.not_found.message,
})

/** Runs one action on many own instances independently: a refusal becomes that instance's result, and the others continue. */
export function runBulkAction(
  { caller, transaction }: Context,
  ids: readonly string[],
  action: BulkInstanceAction,
): Promise<BulkActionResult[]> {
  const asked = [...new Set(ids)]
  return transaction(async (tx) => {
    // All rows are locked in one order before the first action locks the wallet.
    const rows = await lockOwnInstances(tx.db, caller.user_id, asked)
    const results: BulkActionResult[] = []
    for (const id of asked) {
      const row = rows.get(id)
      if (!row) {
        results.push(buildNotFoundResult(id))
        continue
      }
      const refused = await performPowerAction(tx, row, { actor: 'user', actor_id: caller.user_id }, action).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof Refusal) return error
          throw error
        },
      )
      results.push({ id, ok: !refused, code: refused?.code ?? successCode, message: refused?.message ?? '' })
    }
    await publishChange(tx, { user_id: caller.user_id, resource: 'wallet', id: null })
    wakeWorkers(tx)
    return results
  })
}
