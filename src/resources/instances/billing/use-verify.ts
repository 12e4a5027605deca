import { useState } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { type Verdict, verifyBill } from '#src/console/bill/verify-bill.ts'
import { allSegments } from './use-segments.ts'

type Outcome = { verdict: Verdict } | { failure: string }

/** Fetches the whole bill anew and recomputes it in the browser. */
export function useVerify(id: string) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [running, setRunning] = useState(false)

  const verify = async () => {
    setRunning(true)
    try {
      setOutcome({ verdict: verifyBill(await allSegments(id)) })
    } catch (error) {
      setOutcome({ failure: isApiError(error) ? error.message : '账单的格式无法验算' })
    }
    setRunning(false)
  }
  return { outcome, running, verify: () => void verify() }
}
