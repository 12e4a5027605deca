import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { resultCodes } from '#contract/codes.ts'
import { type InvoiceForm, invoices } from '#contract/invoices.ts'
import { useAction } from '#src/admin/use-action.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { clearInvoiceDraft } from './invoice-draft.ts'
import { useRefetchInvoicing } from './invoicing-data.ts'

/** What has changed meanwhile is fetched again; what was typed stays. */
const outdatedCodes: string[] = [
  resultCodes.invoice_item_taken.code,
  resultCodes.invoice_amount_changed.code,
  resultCodes.invoice_not_confirmed.code,
  resultCodes.invoice_title_unfit.code,
]

/** Sends the request; the same request again after a failure is the same intent. */
export function useRequestInvoice() {
  const navigate = useNavigate()
  const refetch = useRefetchInvoicing()
  const { run, pending, failure, reset } = useAction(invoices.create, {
    pageTells: true,
    onDone: ({ data }) => {
      clearInvoiceDraft()
      return navigate(paths.invoiceDetails({ id: data.id }))
    },
    onRefused: (refusal) => {
      if (isApiError(refusal) && outdatedCodes.includes(refusal.code)) refetch()
    },
  })
  const request = (body: z.input<typeof InvoiceForm>) => void run({ body })
  return { request, requesting: pending, failure, forget: reset }
}
