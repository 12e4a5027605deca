import { useEffect, useState } from 'react'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'

interface PolledEndpoint<T> {
  data: T | undefined
  /** The API has no such call: a real provider is at work. */
  off: boolean
  /** Why the last look failed; what was seen before stays. */
  error: unknown
}

const everyMs = 2000

/** What a call of the sandbox answers, looked at every 2 s while the page can be seen. `endpoint` must be stable. */
function usePolledEndpoint<E extends Endpoint>(endpoint: E): PolledEndpoint<EndpointData<E>> {
  const [seen, setSeen] = useState<PolledEndpoint<EndpointData<E>>>({ data: undefined, off: false, error: null })
  const { off } = seen

  useEffect(() => {
    if (off) return
    const gone = new AbortController()
    const look = async () => {
      if (document.hidden) return
      try {
        const { data } = await callEndpoint(endpoint, {}, { signal: gone.signal })
        setSeen({ data, off: false, error: null })
      } catch (error) {
        if (gone.signal.aborted) return
        const absent = isApiError(error) && error.status === 404
        setSeen((before) => ({ ...before, off: absent, error }))
      }
    }
    void look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      gone.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [off, endpoint])

  return seen
}

export type ReceivedSms = EndpointData<typeof sandbox.inbox>[number]
export type ReceivedMail = EndpointData<typeof sandbox.mailbox>[number]

/** What the phones of the sandbox have received. */
export const useInbox = () => usePolledEndpoint(sandbox.inbox)
/** What its mailbox has received. */
export const useMailbox = () => usePolledEndpoint(sandbox.mailbox)
