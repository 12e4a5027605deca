import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { codes } from '#contract/codes.ts'
import { type InvoiceForm, invoices } from '#contract/invoices.ts'
import { useAction } from '#src/admin/use-action.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
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
  const navigate = useNavigate()
  const refetch = useRefetchInvoicing()
  const { run, pending, failure, reset } = useAction(invoices.create, {
    page_tells: true,
    onDone: ({ data }) => {
      clearDraft()
      return navigate(paths.invoice_details({ id: data.id }))
    },
    onRefused: (refusal) => {
      if (isApiError(refusal) && outdated.includes(refusal.code)) refetch()
    },
  })
  const request = (body: z.input<typeof InvoiceForm>) => void run({ body })
  return { request, requesting: pending, failure, forget: reset }
}
