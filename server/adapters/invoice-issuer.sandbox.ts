import { createHash } from 'node:crypto'
import { toShanghaiDay } from '#contract/day.ts'
import type { InvoiceIssuer } from '#server/ports/invoice-issuer.ts'

/**
 * Builds the number from the year, province 00, channel 9 and 15 digits derived from the request. The tax authority never
 * uses province 00; the same request always gets the same number.
 */
function computeInvoiceNumber(requestId: string, at: Date): string {
  const digits = BigInt(`0x${createHash('sha256').update(requestId).digest('hex')}`) % 10n ** 15n
  const year = toShanghaiDay(at).slice(2, 4)
  return `${year}009${String(digits).padStart(15, '0')}`
}

/** Issues sample invoices that nobody can claim; they are marked as samples wherever they appear. */
export const createSandboxInvoiceIssuer = (brand: string): InvoiceIssuer => ({
  sandbox: true,
  seller: { name: `${brand}（沙箱）`, tax_number: '样张，无税号' },
  issue: async ({ request_id: requestId, at }) => ({ number: computeInvoiceNumber(requestId, at), issued_at: at }),
  issueRed: async ({ request_id: requestId, at }) => ({ number: computeInvoiceNumber(`red:${requestId}`, at), issued_at: at }),
})
