import { useCallback, useEffect, useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'

export type CashierOrder = DataOf<typeof sandbox.cashier>

export type CashierState =
  | { is: 'loading' }
  | { is: 'order'; order: CashierOrder; paying: boolean; refusal: ApiError | null }
  | { is: 'absent' }
  | { is: 'failed'; error: unknown }

const stateOfFailure = (error: unknown): CashierState =>
  isApiError(error) && error.status === 404 ? { is: 'absent' } : { is: 'failed', error }

const load = (trade_no: string): Promise<CashierState> =>
  call(sandbox.cashier, { params: { trade_no } }).then(
    ({ data: order }) => ({ is: 'order', order, paying: false, refusal: null }),
    stateOfFailure,
  )

/** The order a cashier's address names, and paying it. */
export function useCashier(trade_no: string): { state: CashierState; reload: () => void; pay: () => void } {
  const [state, setState] = useState<CashierState>({ is: 'loading' })

  const reload = useCallback(() => {
    setState({ is: 'loading' })
    void load(trade_no).then(setState)
  }, [trade_no])
  useEffect(reload, [reload])

  const pay = async () => {
    if (state.is !== 'order' || state.paying) return
    setState({ ...state, paying: true, refusal: null })
    try {
      const { data } = await call(sandbox.pay, { params: { trade_no } })
      setState({ ...state, paying: false, order: { ...state.order, status: data.status } })
    } catch (error) {
      // paid elsewhere or closed meanwhile: what the order is now says more than the refusal
      const now = await load(trade_no)
      setState(now.is === 'order' && now.order.status === 'pending' && isApiError(error) ? { ...now, refusal: error } : now)
    }
  }
  return { state, reload, pay: () => void pay() }
}
