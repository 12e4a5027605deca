import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InvoiceEmail } from '#contract/invoice-emails.ts'
import { invoice_emails } from '#contract/invoice-emails.ts'
import { type InvoiceTitle, invoice_titles } from '#contract/invoice-titles.ts'
import { type Invoiceable, invoices } from '#contract/invoices.ts'
import { call } from '#src/api/call.ts'

export interface InvoicingData {
  invoiceable: Invoiceable
  titles: InvoiceTitle[]
  emails: InvoiceEmail[]
}

const invoicing_key = ['invoicing'] as const
const all = { query: { page_size: 100 } } as const

/** Everything the request is made of. */
export const useInvoicingData = () =>
  useQuery({
    queryKey: invoicing_key,
    queryFn: async ({ signal }): Promise<InvoicingData> => {
      const [invoiceable, titles, emails] = await Promise.all([
        call(invoices.invoiceable, {}, { signal }),
        call(invoice_titles.list, all, { signal }),
        call(invoice_emails.list, all, { signal }),
      ])
      return { invoiceable: invoiceable.data, titles: titles.data, emails: emails.data.filter(({ verified }) => verified) }
    },
    staleTime: 0,
  })

export function useRefetchInvoicing(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: invoicing_key })
}
