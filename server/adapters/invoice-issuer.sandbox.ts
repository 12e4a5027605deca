import { createHash } from 'node:crypto'
import type { InvoiceIssuer } from '#server/ports/invoice-issuer.ts'

const beijing_ms = 8 * 3_600_000

/**
 * Year, province 00, channel 9 and fifteen digits of the request: no number of the tax authority has province 00, and the
 * same request always has the same number.
 */
function numberOf(request_id: string, at: Date): string {
  const digits = BigInt(`0x${createHash('sha256').update(request_id).digest('hex')}`) % 10n ** 15n
  const year = new Date(at.getTime() + beijing_ms).getUTCFullYear() % 100
  return `${String(year).padStart(2, '0')}009${String(digits).padStart(15, '0')}`
}

/** Issues samples that nobody can claim, marked as such wherever they are shown. */
export const sandboxInvoiceIssuer = (brand: string): InvoiceIssuer => ({
  sandbox: true,
  seller: { name: `${brand}（沙箱）`, tax_number: '样张，无税号' },
  issue: async ({ request_id, at }) => ({ number: numberOf(request_id, at), issued_at: at }),
  issueRed: async ({ request_id, at }) => ({ number: numberOf(`red:${request_id}`, at), issued_at: at }),
})
