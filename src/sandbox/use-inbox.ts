import { useEffect, useState } from 'react'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { sandbox } from '#contract/platform.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'

interface PolledEndpoint<T> {
  data: T | undefined
  /** True if the API lacks this call because a real provider is configured. */
  off: boolean
  /** Error of the last poll; earlier data is kept. */
  error: unknown
}

const everyMs = 2000

/** Polls a sandbox endpoint every 2 s while the page is visible. `endpoint` must be stable. */
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

/** Polls the messages received by the sandbox phones. */
export const useInbox = () => usePolledEndpoint(sandbox.inbox)
/** Polls the e-mails received by the sandbox mailbox. */
export const useMailbox = () => usePolledEndpoint(sandbox.mailbox)
