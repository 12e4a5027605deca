/** The buyer as printed; empty fields are left out. */
interface InvoiceBuyer {
  name: string
  tax_number: string
  address: string
  phone: string
  bank: string
  bank_account: string
}

/** Data of an invoice to issue. The same `request_id` always yields the same invoice. */
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

/** The red invoice that reverses a whole invoice. */
interface RedInvoiceOrder {
  request_id: string
  number: string
  total_fen: bigint
  reason: string
  at: Date
}

/** Issued with a 20-digit number, or refused permanently with a message for the applicant. */
export type InvoiceAnswer = { number: string; issued_at: Date } | { refused: string }

/** Issues 数电发票 through the tax authority. Rejects if the outcome is unknown; the caller then asks again. */
export interface InvoiceIssuer {
  readonly sandbox: boolean
  readonly seller: { name: string; tax_number: string }
  issue(order: InvoiceOrder): Promise<InvoiceAnswer>
  issueRed(order: RedInvoiceOrder): Promise<InvoiceAnswer>
}
