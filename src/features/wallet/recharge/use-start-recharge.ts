import { useInvalidate } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { wallet } from '#contract/wallet.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { paths } from '#src/paths.ts'
import { rechargeKey } from './use-recharge.ts'

export type RechargeIntent = z.input<typeof wallet.recharge.body>

/**
 * Opens a payment and goes to its counter. Trying the same amount and way again after a failure repeats the intent, so an
 * answer that got lost never leaves two payments open.
 */
export function useStartRecharge({ replace = false }: { replace?: boolean } = {}) {
  const [keys] = useState(createIntentKeys)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const invalidate = useInvalidate()

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (intent: RechargeIntent) =>
      (await call(wallet.recharge, { body: intent }, { idempotency_key: keys.keyOf(intent) })).data,
    onSuccess: (order) => {
      keys.done()
      client.setQueryData(rechargeKey(order.id), order)
      void invalidate({ resource: 'recharges', invalidates: ['list'] })
      void navigate(paths.recharge_for({ order: order.id, return: search.get('return') ?? undefined }), { replace })
    },
  })
  return { start: mutate, starting: isPending, failure: isApiError(error) ? error : undefined }
}
