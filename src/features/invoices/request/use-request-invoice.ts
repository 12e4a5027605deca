import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { codes } from '#contract/codes.ts'
import { type InvoiceForm, invoices } from '#contract/invoices.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import { clearDraft } from './invoice-draft.ts'
import { useRefetchInvoicing } from './invoicing-data.ts'

/** What has changed meanwhile is fetched again; what was typed stays. */
const outdated: string[] = [
  codes.invoice_item_taken.code,
  codes.invoice_amount_changed.code,
  codes.invoice_not_confirmed.code,
  codes.invoice_title_unfit.code,
]

/** Sends the request; the same request again after a failure is the same intent. */
export function useRequestInvoice() {
  const [keys] = useState(createIntentKeys)
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const refetch = useRefetchInvoicing()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: z.input<typeof InvoiceForm>) => call(invoices.create, { body }, { idempotency_key: keys.keyOf(body) }),
    onSuccess: ({ data, message }) => {
      keys.done()
      clearDraft()
      refetch()
      toast.success(message)
      void invalidate({ resource: 'invoices', invalidates: ['list'] })
      void navigate(paths.invoice_details({ id: data.id }))
    },
    onError: (refusal) => {
      if (isApiError(refusal) && outdated.includes(refusal.code)) refetch()
    },
  })
  return { request: mutate, requesting: isPending, failure: isApiError(error) ? error : undefined, forget: reset }
}
