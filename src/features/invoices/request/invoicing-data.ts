import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type InvoiceEmail, invoiceEmails } from '#contract/invoice-emails.ts'
import { type InvoiceTitle, invoiceTitles } from '#contract/invoice-titles.ts'
import { type InvoiceableSummary, invoices } from '#contract/invoices.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { invalidateReads } from '#src/providers/data/endpoint-queries.ts'

export interface InvoicingData {
  invoiceable: InvoiceableSummary
  titles: InvoiceTitle[]
  emails: InvoiceEmail[]
}

const wholeList = { query: { page_size: 100 } } as const
const alwaysFresh = { staleTime: 0 } as const

/** Loads all data for the request form. */
export function useInvoicingData() {
  const invoiceable = useEndpoint(invoices.invoiceable, {}, alwaysFresh)
  const titles = useEndpoint(invoiceTitles.list, wholeList, alwaysFresh)
  const emails = useEndpoint(invoiceEmails.list, wholeList, alwaysFresh)
  const data = useMemo((): InvoicingData | undefined => {
    if (!invoiceable.data || !titles.data || !emails.data) return undefined
    return { invoiceable: invoiceable.data, titles: titles.data, emails: emails.data.filter(({ verified }) => verified) }
  }, [invoiceable.data, titles.data, emails.data])
  return {
    data,
    error: invoiceable.error ?? titles.error ?? emails.error,
    refetch: () => Promise.all([invoiceable.refetch(), titles.refetch(), emails.refetch()]),
  }
}

export function useRefetchInvoicing(): () => void {
  const client = useQueryClient()
  return () => void invalidateReads(client, ['invoice/invoiceable', 'invoice_title', 'invoice_email'])
}
