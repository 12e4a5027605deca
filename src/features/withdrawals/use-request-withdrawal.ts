import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { withdrawals } from '#contract/withdrawals.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createIdPath } from '#src/paths.ts'

export type WithdrawalInput = z.input<typeof withdrawals.create.body>

/** Asks for a withdrawal, after a proof of who asks; one key stands for one intent. */
export function useRequestWithdrawal(listPath: string) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(withdrawals.create, {
    pageTells: true,
    onDone: ({ data }) => navigate(createIdPath(listPath)(data.id), { replace: true }),
  })
  const request = (intent: WithdrawalInput) => void run({ body: intent })
  return { request, requesting: pending, failure }
}
