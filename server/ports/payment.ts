export type PayChannelName = 'alipay' | 'wechat'

export interface PaymentOrder {
  /** 6–32 letters and digits: what both providers take. */
  trade_no: string
  amount_fen: bigint
  channel: PayChannelName
  expires_at: Date
}

/** Where an order is paid: `qr` is the content of a code to scan, `page` an address to open. */
export interface OpenedPayment {
  pay_url: string
  way: 'qr' | 'page'
}

/** A provider's word that money has arrived. */
export interface PaymentNotice {
  trade_no: string
  amount_fen: bigint
  /** The provider's own number of the payment. */
  provider_no: string | null
}

/** What a provider knows of an order; `absent` before anybody has opened it. `word` is the provider's own for it. */
export type ProviderPaymentState =
  | ({ is: 'paid'; word: string } & PaymentNotice)
  | { is: 'unpaid' | 'closed' | 'absent'; word: string; trade_no: string }

interface RefundOrder {
  trade_no: string
  /** Of the whole payment. */
  total_fen: bigint
  /** Letters and digits; the same number is the same refund, however often it is asked for. */
  refund_no: string
  amount_fen: bigint
}

/** `later`: not yet, ask again. `refused`: the provider will not do it, and `why` says the reason. */
export type RefundOutcome =
  | { is: 'done'; provider_no: string | null }
  | { is: 'later'; why: string }
  | { is: 'refused'; why: string }

/** A notice as it came over the wire. */
export interface RawNotice {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** One way to be paid. Every method may fail by throwing, which says nothing about what the provider did. */
export interface PayChannel {
  open(order: PaymentOrder): Promise<OpenedPayment>
  find(tradeNo: string): Promise<ProviderPaymentState>
  /** Ends an order that nobody has paid; asked again, `find` tells whether somebody was faster. */
  close(tradeNo: string): Promise<void>
  refund(refund: RefundOrder): Promise<RefundOutcome>
  /** Checks who sent a notice and that it is about us; throws `ForeignNoticeError`. `null`: genuine, but not about money that came in. */
  read(notice: RawNotice): Promise<PaymentNotice | null>
}

/** The ways to be paid that are configured, maybe none, or the sandbox in the place of both. */
export interface PaymentProvider {
  readonly sandbox: boolean
  readonly channels: Readonly<Partial<Record<PayChannelName, PayChannel>>>
}

/** A notice that the provider did not send, or did not send to us. */
export class ForeignNoticeError extends Error {}

/** As the configuration has them; keys are PEM, or the base64 inside of it. */
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
