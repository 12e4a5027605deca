import { useCallback, useEffect, useState } from 'react'
import type { EndpointData } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'

export type CashierOrder = EndpointData<typeof sandbox.cashier>

export type CashierState =
  | { is: 'loading' }
  | { is: 'order'; order: CashierOrder; paying: boolean; refusal: ApiError | null }
  | { is: 'absent' }
  | { is: 'failed'; error: unknown }

const toFailureState = (error: unknown): CashierState =>
  isApiError(error) && error.status === 404 ? { is: 'absent' } : { is: 'failed', error }

const load = (tradeNo: string): Promise<CashierState> =>
  callEndpoint(sandbox.cashier, { params: { trade_no: tradeNo } }).then(
    ({ data: order }) => ({ is: 'order', order, paying: false, refusal: null }),
    toFailureState,
  )

/** The order a cashier's address names, and paying it. */
export function useCashier(tradeNo: string): { state: CashierState; reload: () => void; pay: () => void } {
  const [state, setState] = useState<CashierState>({ is: 'loading' })

  const reload = useCallback(() => {
    setState({ is: 'loading' })
    void load(tradeNo).then(setState)
  }, [tradeNo])
  useEffect(reload, [reload])

  const pay = async () => {
    if (state.is !== 'order' || state.paying) return
    setState({ ...state, paying: true, refusal: null })
    try {
      const { data } = await callEndpoint(sandbox.pay, { params: { trade_no: tradeNo } })
      setState({ ...state, paying: false, order: { ...state.order, status: data.status } })
    } catch (error) {
      // paid elsewhere or closed meanwhile: what the order is now says more than the refusal
      const now = await load(tradeNo)
      setState(now.is === 'order' && now.order.status === 'pending' && isApiError(error) ? { ...now, refusal: error } : now)
    }
  }
  return { state, reload, pay: () => void pay() }
}
