import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { bank_transfers } from '#contract/bank-transfers.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { paths, withId } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'

export interface Proof {
  amount: string
  payer_name: string
  file: File
}

/** Sends the proof of a transfer and leads to it; the same proof sent again after a failure is the same transfer. */
export function useSendProof() {
  const [keys] = useState(createIntentKeys)
  const [part, setPart] = useState(0)
  const navigate = useNavigate()
  const invalidate = useInvalidate()

  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ file, ...body }: Proof) => {
      const intent = { ...body, file: [file.name, file.size, file.lastModified] }
      return call(bank_transfers.create, { body }, { file, onProgress: setPart, idempotency_key: keys.keyOf(intent) })
    },
    onSuccess: async ({ data, message }) => {
      keys.done()
      toast.success(message)
      await invalidate({ resource: 'bank-transfers', invalidates: ['list'] })
      void navigate(withId(paths.bank_transfers)(data.id))
    },
  })
  return { send: mutate, sending: isPending, part, failure: isApiError(error) ? error : undefined }
}
