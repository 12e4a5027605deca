import type { BulkCall } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isStepUpRequired } from '#src/admin/step-up/is-step-up.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { buildRowRequest, namesOneRow } from '#src/providers/data/row-request.ts'

const maxConcurrentCalls = 4

export interface BulkActionOutcome {
  done: number
  failed: { row: Row; reason: string }[]
}

const formatFailureReason = (error: unknown) => (isApiError(error) ? error.message : '操作失败')

interface RowResult {
  id: string
  ok: boolean
  message: string
}
const isResult = (one: unknown): one is RowResult =>
  typeof one === 'object' && one !== null && 'id' in one && 'ok' in one && 'message' in one

/** Evaluates the response of a bulk call, which may contain a result for each row. */
function resultOf(rows: readonly Row[], data: unknown): BulkActionOutcome {
  const refused = Array.isArray(data) ? data.filter(isResult).filter(({ ok }) => !ok) : []
  const failed = refused.flatMap(({ id, message }) => {
    const row = rows.find((candidate) => candidate.id === id)
    return row ? [{ row, reason: message }] : []
  })
  return { done: rows.length - failed.length, failed }
}

/**
 * Runs a bulk action: one call if the endpoint takes ids, otherwise one per row with limited concurrency. Never rejects. Asks
 * for a step-up proof once; if the user declines, it is not asked again for the remaining rows.
 */
export async function runBulkCall({ endpoint, body }: BulkCall<Row>, rows: readonly Row[]): Promise<BulkActionOutcome> {
  if (!namesOneRow(endpoint)) {
    return callEndpoint(endpoint, { body: { ...body, ids: rows.map(({ id }) => id) } }).then(
      ({ data }) => resultOf(rows, data),
      (error) => ({ done: 0, failed: rows.map((row) => ({ row, reason: formatFailureReason(error) })) }),
    )
  }
  const queue = [...rows]
  const failed: BulkActionOutcome['failed'] = []
  const work = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const target = row
      await callEndpoint(endpoint, buildRowRequest(endpoint, target.id)).catch((error) => {
        const left = isStepUpRequired(error) ? queue.splice(0) : []
        failed.push(...[target, ...left].map((one) => ({ row: one, reason: formatFailureReason(error) })))
      })
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentCalls }, work))
  return { done: rows.length - failed.length, failed }
}
