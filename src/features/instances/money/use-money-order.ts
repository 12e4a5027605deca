import { useState } from 'react'
import type { DataOf, Endpoint, Sent } from '#contract/endpoint.ts'
import { useAction } from '#src/admin/use-action.ts'

/** Orders what is on the screen, once; a refusal brings a new price. `done` is what was answered. */
export function useMoneyOrder<E extends Endpoint>(endpoint: E, sentFor: (token: string) => Sent<E>) {
  const [done, setDone] = useState<DataOf<E>>()
  const { run, pending, failure } = useAction(endpoint, {
    success: false,
    page_tells: true,
    onDone: ({ data }) => {
      setDone(data)
      window.scrollTo({ top: 0 })
    },
  })
  return { place: (token: string) => void run(sentFor(token)), busy: pending, failure, done }
}
