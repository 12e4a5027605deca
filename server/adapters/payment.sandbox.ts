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
  /** What the sandbox cashier sends when somebody pays. */
  notice(order: Pick<PaymentNotice, 'trade_no' | 'amount_fen'>): RawNotice
}

/** A cashier of our own at /sandbox/cashier. Notices are signed, so the receiving side is the real one; refunds always go through. */
export function createSandboxPayment(key: Buffer): SandboxPayment {
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  const channel: PayChannel = {
    open: async ({ trade_no: tradeNo }) => ({ pay_url: `/sandbox/cashier/${tradeNo}`, way: 'qr' }),
    // It sends its notice in the moment of paying, so an order that is asked for has not been paid.
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
