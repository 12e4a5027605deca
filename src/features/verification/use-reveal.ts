import { useEffect, useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

/** Nobody who passes by later should read it. */
const shown_ms = 30_000

/** The own name and number in full, for half a minute. */
export function useReveal() {
  const [revealed, setRevealed] = useState<DataOf<typeof users.reveal_real_name>>()
  const [revealing, setRevealing] = useState(false)

  useEffect(() => {
    if (!revealed) return
    const timer = setTimeout(() => setRevealed(undefined), shown_ms)
    return () => clearTimeout(timer)
  }, [revealed])

  const reveal = async () => {
    setRevealing(true)
    try {
      setRevealed((await call(users.reveal_real_name)).data)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '查看失败，请重试')
    } finally {
      setRevealing(false)
    }
  }
  return { revealed, revealing, reveal: () => void reveal(), hide: () => setRevealed(undefined) }
}
