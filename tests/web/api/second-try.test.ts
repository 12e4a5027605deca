import { afterEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { runBulkCall } from '#src/admin/actions/run-bulk-call.ts'
import { isStepUpRequired } from '#src/admin/step-up/is-step-up.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { type RefusalRemedy, setRemedy } from '#src/api/retry-after-remedy.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

let take: (() => void) | undefined
afterEach(() => take?.())
const remedy = (ask: RefusalRemedy['ask']) => {
  take = setRemedy({ helps: isStepUpRequired, ask })
}

const rows = Array.from({ length: 9 }, (_, n) => ({ id: `withdrawal-${n}` }))
const approve = { name: 'approve', label: '批准', endpoint: operatorWithdrawals.approve }

/** Every call is refused until somebody has proved who he is; answers the keys of the calls that came. */
function serve(proved: () => boolean): (string | null)[] {
  const keys: (string | null)[] = []
  mockCall(operatorWithdrawals.approve, ({ request }) => {
    keys.push(request.headers.get('idempotency-key'))
    throw new RefusedError(proved() ? 'review_closed' : 'step_up_required')
  })
  return keys
}
const failure = () => callEndpoint(operatorWithdrawals.approve, { params: { id: 'one' } }).catch((error: unknown) => error)

describe('product §2 A call that needs a fresh proof', () => {
  it('is made again under the same key once the proof is given', async () => {
    let proved = false
    const keys = serve(() => proved)
    remedy(async () => {
      proved = true
      return true
    })
    expect(await failure()).toMatchObject({ code: resultCodes.review_closed.code })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it.each([
    ['nobody proves anything', async () => false],
    ['nobody is there to ask', undefined],
  ])('stays refused where %s', async (_, given) => {
    const keys = serve(() => false)
    if (given) remedy(given)
    const refusal = await failure()
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ code: resultCodes.step_up_required.code })
    expect(keys).toHaveLength(1)
  })

  it('asks once for all rows of a bulk action, and not again for each that is left when it is declined', async () => {
    let asked = 0
    serve(() => false)
    remedy(async () => {
      asked += 1
      return false
    })
    const { done, failed } = await runBulkCall(approve, rows)
    expect([done, failed.length, asked]).toEqual([0, rows.length, 1])
    expect(new Set(failed.map(({ row }) => row.id)).size).toBe(rows.length)
    expect(failed[0]!.reason).toBe(resultCodes.step_up_required.message)
  })
})
