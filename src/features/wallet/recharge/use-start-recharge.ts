import { useNavigate, useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { wallet } from '#contract/wallet.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'

export type RechargeInput = z.input<typeof wallet.recharge.body>

/**
 * Creates a payment and opens its checkout. A retry with the same amount and method repeats the idempotent intent, so a lost
 * answer never leaves two open payments.
 */
export function useStartRecharge({ replace = false }: { replace?: boolean } = {}) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(wallet.recharge, {
    success: false,
    pageTells: true,
    answers: ({ data: { id } }) => [wallet.get_recharge, { params: { id } }],
    onDone: ({ data: { id } }) =>
      navigate(paths.rechargeFor({ order: id, return: search.get('return') ?? undefined }), { replace }),
  })
  const start = (intent: RechargeInput) => void run({ body: intent })
  return { start, starting: pending, failure }
}
