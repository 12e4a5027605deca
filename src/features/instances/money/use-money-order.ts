import { useState } from 'react'
import type { CallInput, Endpoint, EndpointData } from '#contract/endpoint.ts'
import { useAction } from '#src/admin/use-action.ts'

/** Places the displayed order once; a refusal fetches a new quote. `done` is the answer of the order. */
export function useMoneyOrder<E extends Endpoint>(endpoint: E, sentFor: (token: string) => CallInput<E>) {
  const [done, setDone] = useState<EndpointData<E>>()
  const { run, pending, failure } = useAction(endpoint, {
    success: false,
    pageTells: true,
    onDone: ({ data }) => {
      setDone(data)
      window.scrollTo({ top: 0 })
    },
  })
  return { place: (token: string) => void run(sentFor(token)), busy: pending, failure, done }
}
