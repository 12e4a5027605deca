import { useInvalidate } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { withdrawals } from '#contract/withdrawals.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { wallet_key } from '#src/features/wallet/recharge/use-wallet.ts'
import { withId } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import { quote_key } from './use-quote.ts'

export type WithdrawalIntent = z.input<typeof withdrawals.create.body>

/** Asks for a withdrawal, after a proof of who asks; one key stands for one intent. */
export function useRequest(list_path: string) {
  const [keys] = useState(createIntentKeys)
  const navigate = useNavigate()
  const client = useQueryClient()
  const invalidate = useInvalidate()

  const { mutate, isPending, error } = useMutation({
    mutationFn: (intent: WithdrawalIntent) => call(withdrawals.create, { body: intent }, { idempotency_key: keys.keyOf(intent) }),
    onSuccess: async ({ data, message }) => {
      keys.done()
      toast.success(message)
      void client.invalidateQueries({ queryKey: quote_key })
      void client.invalidateQueries({ queryKey: wallet_key })
      await invalidate({ resource: 'withdrawals', invalidates: ['list'] })
      void navigate(withId(list_path)(data.id), { replace: true })
    },
  })
  return { request: mutate, requesting: isPending, failure: isApiError(error) ? error : undefined }
}
