import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  NotFromProvider,
  type PayChannel,
  type Payment,
  type PaymentNotice,
  type PaymentOrder,
  type RawNotice,
} from '#server/ports/payment.ts'

const signature_header = 'x-sandbox-signature'

export interface SandboxPayment extends Payment {
  readonly sandbox: true
  readonly channels: Readonly<Record<PaymentOrder['channel'], PayChannel>>
  /** What the sandbox cashier sends when somebody pays. */
  notice(order: Pick<PaymentNotice, 'trade_no' | 'amount_fen'>): RawNotice
}

/** A cashier of our own at /sandbox/cashier. Notices are signed, so the receiving side is the real one; refunds always go through. */
export function sandboxPayment(key: Buffer): SandboxPayment {
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  const channel: PayChannel = {
    open: async ({ trade_no }) => ({ pay_url: `/sandbox/cashier/${trade_no}`, way: 'qr' }),
    // It sends its notice in the moment of paying, so an order that is asked for has not been paid.
    find: async (trade_no) => ({ is: 'absent', word: 'SANDBOX', trade_no }),
    close: async () => {},
    refund: async ({ refund_no }) => ({ is: 'done', provider_no: `sandbox-${refund_no}` }),
    read: async ({ headers, body }) => {
      const expected = sign(body)
      const given = Buffer.from(String(headers[signature_header] ?? ''), 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new NotFromProvider('bad payment signature')
      const { trade_no, amount_fen } = JSON.parse(body) as { trade_no: string; amount_fen: string }
      return { trade_no, amount_fen: BigInt(amount_fen), provider_no: `sandbox-${trade_no}` }
    },
  }
  return {
    sandbox: true,
    channels: { alipay: channel, wechat: channel },
    notice: ({ trade_no, amount_fen }) => {
      const body = JSON.stringify({ trade_no, amount_fen: String(amount_fen) })
      return { headers: { [signature_header]: sign(body).toString('base64') }, body }
    },
  }
}
