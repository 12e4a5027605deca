import { useEffect, useState } from 'react'
import type { EndpointData } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { useAction } from '#src/admin/use-action.ts'

/** Nobody who passes by later should read it. */
const shownMs = 30_000

/** The own name and number in full, for half a minute. */
export function useRevealRealName() {
  const [revealed, setRevealed] = useState<EndpointData<typeof users.reveal_real_name>>()

  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(() => setRevealed(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [revealed])

  const { run, pending } = useAction(users.reveal_real_name, {
    success: false,
    failed: '查看失败，请重试',
    onDone: ({ data }) => setRevealed(data),
  })
  return { revealed, revealing: pending, reveal: () => void run(), hide: () => setRevealed(undefined) }
}
