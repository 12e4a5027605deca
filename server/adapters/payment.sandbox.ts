import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  ForeignNoticeError,
  type PayChannel,
  type PaymentNotice,
  type PaymentOrder,
  type PaymentProvider,
  type RawNotice,
} from '#server/ports/payment.ts'

const signatureHeader = 'x-sandbox-signature'

export interface SandboxPayment extends PaymentProvider {
  readonly sandbox: true
  readonly channels: Readonly<Record<PaymentOrder['channel'], PayChannel>>
  /** Builds the notice that the sandbox cashier sends when a user pays. */
  notice(order: Pick<PaymentNotice, 'trade_no' | 'amount_fen'>): RawNotice
}

/** A built-in cashier at /sandbox/cashier. Notices are signed, so the real receiving code runs; refunds always succeed. */
export function createSandboxPayment(key: Buffer): SandboxPayment {
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  const channel: PayChannel = {
    open: async ({ trade_no: tradeNo }) => ({ pay_url: `/sandbox/cashier/${tradeNo}`, way: 'qr' }),
    // The cashier sends its notice at the moment of payment, so an order that still needs a query is unpaid.
    find: async (tradeNo) => ({ is: 'absent', word: 'SANDBOX', trade_no: tradeNo }),
    close: async () => {},
    refund: async ({ refund_no: refundNo }) => ({ is: 'done', provider_no: `sandbox-${refundNo}` }),
    read: async ({ headers, body }) => {
      const expected = sign(body)
      const given = Buffer.from(String(headers[signatureHeader] ?? ''), 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new ForeignNoticeError('bad payment signature')
      const { trade_no: tradeNo, amount_fen: amountFen } = JSON.parse(body) as { trade_no: string; amount_fen: string }
      return { trade_no: tradeNo, amount_fen: BigInt(amountFen), provider_no: `sandbox-${tradeNo}` }
    },
  }
  return {
    sandbox: true,
    channels: { alipay: channel, wechat: channel },
    notice: ({ trade_no: tradeNo, amount_fen: amountFen }) => {
      const body = JSON.stringify({ trade_no: tradeNo, amount_fen: String(amountFen) })
      return { headers: { [signatureHeader]: sign(body).toString('base64') }, body }
    },
  }
}
