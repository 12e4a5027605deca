import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { type BillVerdict, verifyBill } from '#src/features/consumption/shared.ts'
import { loadAllSegments, segmentsKey } from './use-segments.ts'

type Outcome = { verdict: BillVerdict } | { failure: string }

/** Fetches the whole bill anew and recomputes it in the browser; the rows beside the verdict are brought up to the same second. */
export function useVerifyBill(id: string) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [running, setRunning] = useState(false)
  const client = useQueryClient()

  const verify = async () => {
    setRunning(true)
    try {
      const [segments] = await Promise.all([loadAllSegments(id), client.invalidateQueries({ queryKey: segmentsKey(id) })])
      setOutcome({ verdict: verifyBill(segments) })
    } catch (error) {
      setOutcome({ failure: isApiError(error) ? error.message : '账单的格式无法验算' })
    }
    setRunning(false)
  }
  return { outcome, running, verify: () => void verify() }
}
