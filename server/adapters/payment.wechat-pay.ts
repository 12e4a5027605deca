import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { askProvider, type ProviderAnswer, ProviderFault } from '#server/adapters/payment.provider-call.ts'
import { platformKeys } from '#server/adapters/payment.wechat-pay.keys.ts'
import { authorizationOf, openSealed, Sealed, type Signature } from '#server/adapters/payment.wechat-pay.wire.ts'
import type { Clock } from '#server/ports/clock.ts'
import { NotFromProvider, type PayChannel, type PaymentFound, type RawNotice, type RefundOutcome } from '#server/ports/payment.ts'

export interface WechatPayAccount {
  app_id: string
  mch_id: string
  /** Of the merchant's own certificate. */
  serial: string
  private_key: KeyObject
  /** APIv3 key, 32 characters. */
  v3_key: string
  /** 微信支付公钥, where the merchant has one; platform certificates otherwise. */
  public_key: { id: string; key: KeyObject } | undefined
  subject: string
  notify_url: string
}

interface Reach {
  clock: Clock
  /** Tests have one of their own. */
  api?: string
}

const Fault = z.object({ code: z.string().max(64) })
const Opened = z.object({ code_url: z.string().min(1) })
const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().nullish(),
  trade_state: z.string(),
  amount: z.object({ total: z.number().int().positive(), currency: z.string().optional() }).optional(),
})
const Refund = z.object({ refund_id: z.string().optional(), status: z.string() })
const Notice = z.object({ event_type: z.string(), resource: Sealed })

/** A payment that was refunded has been paid first. */
const paid_words: readonly string[] = ['SUCCESS', 'REFUND']
const closed_words: readonly string[] = ['CLOSED', 'REVOKED', 'PAYERROR']
const absent_words: readonly string[] = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']
/** Nothing is wrong with the refund itself, so it may go through later. */
const passing: readonly string[] = ['NOT_ENOUGH', 'SYSTEM_ERROR', 'FREQUENCY_LIMITED', 'RATELIMIT_EXCEEDED', 'BIZ_ERR_NEED_RETRY']

const signatureOf = (header: (name: string) => string | null | undefined): Signature => ({
  serial: header('wechatpay-serial') ?? '',
  timestamp: header('wechatpay-timestamp') ?? '',
  nonce: header('wechatpay-nonce') ?? '',
  signature: header('wechatpay-signature') ?? '',
})

function jsonOf(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body)
  } catch {
    return undefined
  }
}

/** `2026-11-21T14:05:00+08:00` */
const timeOf = (at: Date): string => `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

/**
 * WeChat Pay APIv3, Native payment (pay.weixin.qq.com/doc/v3/merchant: Native下单, 商户订单号查询订单, 关闭订单, 申请退款,
 * 支付成功回调通知). Every request is signed, every answer and notice verified.
 */
export function wechatPay(account: WechatPayAccount, { clock, api = 'https://api.mch.weixin.qq.com' }: Reach): PayChannel {
  function send(method: 'GET' | 'POST', path: string, sent?: object): Promise<ProviderAnswer> {
    const url = new URL(path, api)
    const body = sent ? JSON.stringify(sent) : ''
    const authorization = authorizationOf(account, { method, url, body, at: clock.now() })
    const headers: Record<string, string> = { authorization, accept: 'application/json', 'user-agent': 'zhisuan' }
    if (account.public_key) headers['wechatpay-serial'] = account.public_key.id
    if (sent) headers['content-type'] = 'application/json'
    return askProvider(`WeChat Pay ${url.pathname}`, url, { method, headers, ...(sent && { body }) })
  }

  const isSigned = platformKeys({
    clock,
    v3_key: account.v3_key,
    public_key: account.public_key,
    fetchCertificates: async () => {
      const { status, headers, body } = await send('GET', '/v3/certificates')
      if (status !== 200) throw new ProviderFault('WeChat Pay /v3/certificates', String(status))
      return { signature: signatureOf((name) => headers.get(name)), body }
    },
  })

  /** Throws `ProviderFault` with WeChat Pay's own code when it did not do what was asked. */
  async function ask<T>(method: 'GET' | 'POST', path: string, shape: z.ZodType<T>, sent?: object): Promise<T> {
    const { status, headers, body } = await send(method, path, sent)
    const what = `WeChat Pay ${path.split('?')[0]}`
    const signature = signatureOf((name) => headers.get(name))
    // A refusal may come from before the part that signs.
    const bare = status >= 300 && signature.signature === ''
    if (!bare && !(await isSigned(signature, body))) throw new ProviderFault(what, 'signature')
    const answer = jsonOf(body)
    if (status >= 300) throw new ProviderFault(what, Fault.safeParse(answer).data?.code ?? String(status))
    const { success, data } = shape.safeParse(answer)
    if (!success) throw new ProviderFault(what, 'answer')
    return data
  }

  const codeOf = (error: unknown): string => (error instanceof ProviderFault && error.code) || ''

  function foundOf({ out_trade_no: trade_no, trade_state: word, ...trade }: z.output<typeof Transaction>): PaymentFound {
    if (!paid_words.includes(word)) return { is: closed_words.includes(word) ? 'closed' : 'unpaid', word, trade_no }
    if (
      trade.appid !== account.app_id ||
      trade.mchid !== account.mch_id ||
      !trade.amount ||
      (trade.amount.currency ?? 'CNY') !== 'CNY'
    )
      throw new NotFromProvider('not about us')
    return { is: 'paid', word, trade_no, amount_fen: BigInt(trade.amount.total), provider_no: trade.transaction_id ?? null }
  }

  async function read({ headers, body }: RawNotice) {
    const header = (name: string) => String(headers[name] ?? '')
    if (!(await isSigned(signatureOf(header), body))) throw new NotFromProvider('signature')
    const { event_type, resource } = Notice.parse(JSON.parse(body))
    if (event_type !== 'TRANSACTION.SUCCESS') return null
    const found = foundOf(Transaction.parse(openSealed(resource, account.v3_key)))
    return found.is === 'paid' ? found : null
  }

  const order = (trade_no: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(trade_no)}`
  const outcomeOf = ({ status, refund_id }: z.output<typeof Refund>): RefundOutcome => {
    if (status === 'SUCCESS') return { is: 'done', provider_no: refund_id ?? null }
    if (status === 'PROCESSING') return { is: 'later', why: '微信支付正在处理退款' }
    return { is: 'refused', why: `微信支付：退款状态 ${status}` }
  }

  return {
    open: async ({ trade_no, amount_fen, expires_at }) => {
      const { code_url } = await ask('POST', '/v3/pay/transactions/native', Opened, {
        appid: account.app_id,
        mchid: account.mch_id,
        description: account.subject,
        out_trade_no: trade_no,
        time_expire: timeOf(expires_at),
        notify_url: account.notify_url,
        amount: { total: Number(amount_fen), currency: 'CNY' },
      })
      return { pay_url: code_url, way: 'qr' }
    },
    find: async (trade_no) => {
      try {
        const found = foundOf(await ask('GET', `${order(trade_no)}?mchid=${encodeURIComponent(account.mch_id)}`, Transaction))
        if (found.trade_no !== trade_no) throw new NotFromProvider('another order')
        return found
      } catch (error) {
        if (absent_words.includes(codeOf(error))) return { is: 'absent', word: codeOf(error), trade_no }
        throw error
      }
    },
    close: async (trade_no) => {
      try {
        await ask('POST', `${order(trade_no)}/close`, z.object({}), { mchid: account.mch_id })
      } catch (error) {
        const code = codeOf(error)
        // Paid or ended meanwhile; asking says which.
        if (!absent_words.includes(code) && !/^ORDER_?(PAID|CLOSED)$/.test(code)) throw error
      }
    },
    refund: async ({ trade_no, refund_no, amount_fen, total_fen }) => {
      const amount = { refund: Number(amount_fen), total: Number(total_fen), currency: 'CNY' }
      const sent = { out_trade_no: trade_no, out_refund_no: refund_no, reason: '余额退款', amount }
      try {
        return outcomeOf(await ask('POST', '/v3/refund/domestic/refunds', Refund, sent))
      } catch (error) {
        const code = codeOf(error)
        if (!/^[A-Z][A-Z_]+$/.test(code)) throw error
        return { is: passing.includes(code) ? 'later' : 'refused', why: `微信支付：${code}` }
      }
    },
    read: async (notice) => {
      try {
        return await read(notice)
      } catch (error) {
        // Not even that its keys cannot be had is anything but a refusal: WeChat Pay sends the notice again.
        throw error instanceof NotFromProvider ? error : new NotFromProvider('cannot be verified')
      }
    },
  }
}
