/** The query WeChat adds to every call it makes; `msg_signature` and `encrypt_type` in safe mode. */
export type WechatQuery = Readonly<Record<string, unknown>>

/** What somebody did at the official account. */
export interface WechatMessage {
  /** The official account, and the person's id at it. */
  to: string
  open_id: string
  /** WeChat's own second of it; with `open_id` it names the message. */
  create_time: number
  is: 'subscribe' | 'scan' | 'other'
  /** Of the QR code that was scanned. */
  scene: string | null
}

/** Throws instead of answering when a call does not come from WeChat. */
export class NotFromWechat extends Error {
  override name = 'NotFromWechat'
}

/** A WeChat official account: QR codes that name a scene, and signed messages about who scanned them. */
export interface Wechat {
  readonly sandbox: boolean
  /** The text of a QR code of that scene (1–64 characters), valid for `seconds`. Rejects when WeChat cannot be asked. */
  qrText(scene: string, seconds: number): Promise<string>
  /** What to answer when WeChat checks the address of messages. Throws `NotFromWechat`. */
  handshake(query: WechatQuery): string
  /** Reads a pushed message. Throws `NotFromWechat`. */
  receive(query: WechatQuery, raw: string): WechatMessage
  /** The body that answers a message with this text, or with nothing. */
  answer(message: WechatMessage, text: string | null): string
}
