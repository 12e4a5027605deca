export type PayChannelName = 'alipay' | 'wechat'

export interface PaymentOrder {
  /** 6–32 letters and digits; both providers accept this. */
  trade_no: string
  amount_fen: bigint
  channel: PayChannelName
  expires_at: Date
}

/** How to pay an order: `qr` is the content of a QR code, `page` a URL to open. */
export interface OpenedPayment {
  pay_url: string
  way: 'qr' | 'page'
}

/** A provider's notification of a received payment. */
export interface PaymentNotice {
  trade_no: string
  amount_fen: bigint
  /** The provider's payment number. */
  provider_no: string | null
}

/** State of an order at the provider; `absent` until somebody opens it. `word` is the provider's own term. */
export type ProviderPaymentState =
  | ({ is: 'paid'; word: string } & PaymentNotice)
  | { is: 'unpaid' | 'closed' | 'absent'; word: string; trade_no: string }

interface RefundOrder {
  trade_no: string
  /** Total of the whole payment. */
  total_fen: bigint
  /** Letters and digits; the same number always means the same refund. */
  refund_no: string
  amount_fen: bigint
}

/** `later`: not yet, ask again. `refused`: the provider refuses; `why` gives the reason. */
export type RefundOutcome =
  | { is: 'done'; provider_no: string | null }
  | { is: 'later'; why: string }
  | { is: 'refused'; why: string }

/** A notification as received over the wire. */
export interface RawNotice {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** A payment method. Every method may throw, which says nothing about what the provider has done. */
export interface PayChannel {
  open(order: PaymentOrder): Promise<OpenedPayment>
  find(tradeNo: string): Promise<ProviderPaymentState>
  /** Closes an unpaid order; a later `find` tells whether a payment came first. */
  close(tradeNo: string): Promise<void>
  refund(refund: RefundOrder): Promise<RefundOutcome>
  /**
   * Verifies that a notification is authentic and for us; throws `ForeignNoticeError`. `null`: authentic, but not about a
   * received payment.
   */
  read(notice: RawNotice): Promise<PaymentNotice | null>
}

/** The configured payment methods, possibly none, or the sandbox for both. */
export interface PaymentProvider {
  readonly sandbox: boolean
  readonly channels: Readonly<Partial<Record<PayChannelName, PayChannel>>>
}

/** A notification that the provider did not send, or not to us. */
export class ForeignNoticeError extends Error {}

/** Settings from the configuration; keys are PEM or its base64 content. */
export interface AlipaySettings {
  app_id: string
  seller_id: string
  private_key: string
  public_key: string
  way: 'qr' | 'page'
  gateway: string
}

export interface WechatPaySettings {
  app_id: string
  mch_id: string
  serial: string
  private_key: string
  v3_key: string
  public_key: { id: string; key: string } | undefined
}
