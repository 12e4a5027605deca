/** Query parameters WeChat adds to every call; with `msg_signature` and `encrypt_type` in safe mode. */
export type WechatQuery = Readonly<Record<string, unknown>>

/** An action of a user at the official account. */
export interface WechatMessage {
  /** Ids of the official account and of the user at it. */
  to: string
  open_id: string
  /** WeChat's timestamp in seconds; together with `open_id` it identifies the message. */
  create_time: number
  is: 'subscribe' | 'scan' | 'other'
  /** Scene of the scanned QR code. */
  scene: string | null
}

/** Thrown if a call does not come from WeChat. */
export class NotFromWechat extends Error {
  override name = 'NotFromWechat'
}

/** A WeChat official account: QR codes for scenes, and signed messages about who scanned them. */
export interface Wechat {
  readonly sandbox: boolean
  /** Returns the QR code text of a scene (1–64 characters), valid for `seconds`. Rejects if WeChat is unreachable. */
  qrText(scene: string, seconds: number): Promise<string>
  /** Returns the answer to WeChat's check of the callback address. Throws `NotFromWechat`. */
  handshake(query: WechatQuery): string
  /** Parses a pushed message. Throws `NotFromWechat`. */
  receive(query: WechatQuery, raw: string): WechatMessage
  /** Builds the response body to a message, with or without a text. */
  answer(message: WechatMessage, text: string | null): string
}
