import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { withdrawals } from '#contract/withdrawals.ts'
import { useAction } from '#src/admin/use-action.ts'
import { withId } from '#src/paths.ts'

export type WithdrawalIntent = z.input<typeof withdrawals.create.body>

/** Asks for a withdrawal, after a proof of who asks; one key stands for one intent. */
export function useRequest(list_path: string) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(withdrawals.create, {
    page_tells: true,
    onDone: ({ data }) => navigate(withId(list_path)(data.id), { replace: true }),
  })
  const request = (intent: WithdrawalIntent) => void run({ body: intent })
  return { request, requesting: pending, failure }
}
