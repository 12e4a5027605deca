/** Who buys, as printed; what is empty is left out. */
interface InvoiceBuyer {
  name: string
  tax_number: string
  address: string
  phone: string
  bank: string
  bank_account: string
}

/** What an invoice shall say. The same `request_id` is the same invoice, however often it is asked for. */
interface InvoiceOrder {
  request_id: string
  kind: 'normal' | 'special'
  buyer: InvoiceBuyer
  /** Amounts before tax, in fen. */
  lines: readonly { title: string; detail: string; amount_fen: bigint; tax_fen: bigint }[]
  total_fen: bigint
  remark: string
  at: Date
}

/** The negative invoice that takes a whole one back. */
interface RedInvoiceOrder {
  request_id: string
  number: string
  total_fen: bigint
  reason: string
  at: Date
}

/** Issued under a number of 20 digits; or refused for good, with a sentence for who asked. */
export type InvoiceAnswer = { number: string; issued_at: Date } | { refused: string }

/** Issues 数电发票 with the tax authority. Rejects when it cannot be told whether it did: it is asked again. */
export interface InvoiceIssuer {
  readonly sandbox: boolean
  readonly seller: { name: string; tax_number: string }
  issue(order: InvoiceOrder): Promise<InvoiceAnswer>
  issueRed(order: RedInvoiceOrder): Promise<InvoiceAnswer>
}
