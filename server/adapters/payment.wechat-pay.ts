import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { zoneOffsetMs } from '#contract/day.ts'
import { createPlatformKeys } from '#server/adapters/payment.wechat-pay.keys.ts'
import {
  buildWechatPayAuthorization,
  decryptSealedResource,
  SealedResource,
  type WechatPaySignature,
} from '#server/adapters/payment.wechat-pay.wire.ts'
import { callProvider, type ProviderAnswer, ProviderFault } from '#server/adapters/provider-call.ts'
import type { Clock } from '#server/ports/clock.ts'
import {
  ForeignNoticeError,
  type PayChannel,
  type ProviderPaymentState,
  type RawNotice,
  type RefundOutcome,
} from '#server/ports/payment.ts'

export interface WechatPayAccount {
  app_id: string
  mch_id: string
  /** Serial number of the merchant's own certificate. */
  serial: string
  private_key: KeyObject
  /** APIv3 key, 32 characters. */
  v3_key: string
  /** 微信支付公钥, if the merchant has one; otherwise platform certificates are used. */
  public_key: { id: string; key: KeyObject } | undefined
  subject: string
  notify_url: string
}

interface WechatPayOptions {
  clock: Clock
  /** Address of the API; tests override it. */
  api?: string
}

const FaultAnswer = z.object({ code: z.string().max(64) })
const OpenedOrder = z.object({ code_url: z.string().min(1) })
const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().nullish(),
  trade_state: z.string(),
  amount: z.object({ total: z.number().int().positive(), currency: z.string().optional() }).optional(),
})
const Refund = z.object({ refund_id: z.string().optional(), status: z.string() })
const Notice = z.object({ event_type: z.string(), resource: SealedResource })

/** States that imply a payment: a refunded payment was paid first. */
const paidStates: readonly string[] = ['SUCCESS', 'REFUND']
const closedStates: readonly string[] = ['CLOSED', 'REVOKED', 'PAYERROR']
const absentCodes: readonly string[] = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']
/** Temporary errors: the refund itself is valid and may succeed later. */
const transientCodes: readonly string[] = [
  'NOT_ENOUGH',
  'SYSTEM_ERROR',
  'FREQUENCY_LIMITED',
  'RATELIMIT_EXCEEDED',
  'BIZ_ERR_NEED_RETRY',
]

const readSignature = (header: (name: string) => string | null | undefined): WechatPaySignature => ({
  serial: header('wechatpay-serial') ?? '',
  timestamp: header('wechatpay-timestamp') ?? '',
  nonce: header('wechatpay-nonce') ?? '',
  signature: header('wechatpay-signature') ?? '',
})

function parseJson(body: string): unknown {
  try {
    return body === '' ? {} : JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Formats as `2026-11-21T14:05:00+08:00`. */
const formatWechatPayTime = (at: Date): string => `${new Date(at.getTime() + zoneOffsetMs).toISOString().slice(0, 19)}+08:00`

/**
 * Creates the channel for WeChat Pay APIv3, Native payment (pay.weixin.qq.com/doc/v3/merchant: Native下单, 商户订单号查询订单, 关闭订单,
 * 申请退款, 支付成功回调通知). Every request is signed; every response and notice is verified.
 */
export function createWechatPayChannel(
  account: WechatPayAccount,
  { clock, api = 'https://api.mch.weixin.qq.com' }: WechatPayOptions,
): PayChannel {
  function send(method: 'GET' | 'POST', path: string, sent?: object): Promise<ProviderAnswer> {
    const url = new URL(path, api)
    const body = sent ? JSON.stringify(sent) : ''
    const authorization = buildWechatPayAuthorization(account, { method, url, body, at: clock.now() })
    const headers: Record<string, string> = { authorization, accept: 'application/json', 'user-agent': 'zhisuan' }
    if (account.public_key) headers['wechatpay-serial'] = account.public_key.id
    if (sent) headers['content-type'] = 'application/json'
    return callProvider(`WeChat Pay ${url.pathname}`, url, { method, headers, ...(sent && { body }) })
  }

  const isSigned = createPlatformKeys({
    clock,
    v3_key: account.v3_key,
    public_key: account.public_key,
    fetchCertificates: async () => {
      const { status, headers, body } = await send('GET', '/v3/certificates')
      if (status !== 200) throw new ProviderFault('WeChat Pay /v3/certificates', String(status))
      return { signature: readSignature((name) => headers.get(name)), body }
    },
  })

  /** Calls the API; throws `ProviderFault` with WeChat Pay's own code if it refuses the request. */
  async function ask<T>(method: 'GET' | 'POST', path: string, shape: z.ZodType<T>, sent?: object): Promise<T> {
    const { status, headers, body } = await send(method, path, sent)
    const what = `WeChat Pay ${path.split('?')[0]}`
    const signature = readSignature((name) => headers.get(name))
    // An error may come from a gateway in front of the component that signs.
    const bare = status >= 300 && signature.signature === ''
    if (!bare && !(await isSigned(signature, body))) throw new ProviderFault(what, 'signature')
    const answer = parseJson(body)
    if (status >= 300) throw new ProviderFault(what, FaultAnswer.safeParse(answer).data?.code ?? String(status))
    const { success, data } = shape.safeParse(answer)
    if (!success) throw new ProviderFault(what, 'answer')
    return data
  }

  const codeOf = (error: unknown): string => (error instanceof ProviderFault && error.code) || ''

  function foundOf({ out_trade_no: tradeNo, trade_state: word, ...trade }: z.output<typeof Transaction>): ProviderPaymentState {
    if (!paidStates.includes(word)) return { is: closedStates.includes(word) ? 'closed' : 'unpaid', word, trade_no: tradeNo }
    if (
      trade.appid !== account.app_id ||
      trade.mchid !== account.mch_id ||
      !trade.amount ||
      (trade.amount.currency ?? 'CNY') !== 'CNY'
    )
      throw new ForeignNoticeError('not about us')
    return {
      is: 'paid',
      word,
      trade_no: tradeNo,
      amount_fen: BigInt(trade.amount.total),
      provider_no: trade.transaction_id ?? null,
    }
  }

  async function read({ headers, body }: RawNotice) {
    const header = (name: string) => String(headers[name] ?? '')
    if (!(await isSigned(readSignature(header), body))) throw new ForeignNoticeError('signature')
    const { event_type: eventType, resource } = Notice.parse(JSON.parse(body))
    if (eventType !== 'TRANSACTION.SUCCESS') return null
    const found = foundOf(Transaction.parse(decryptSealedResource(resource, account.v3_key)))
    return found.is === 'paid' ? found : null
  }

  const order = (tradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeNo)}`
  const outcomeOf = ({ status, refund_id: refundId }: z.output<typeof Refund>): RefundOutcome => {
    if (status === 'SUCCESS') return { is: 'done', provider_no: refundId ?? null }
    if (status === 'PROCESSING') return { is: 'later', why: '微信支付正在处理退款' }
    return { is: 'refused', why: `微信支付：退款状态 ${status}` }
  }

  return {
    open: async ({ trade_no: tradeNo, amount_fen: amountFen, expires_at: expiresAt }) => {
      const { code_url: codeUrl } = await ask('POST', '/v3/pay/transactions/native', OpenedOrder, {
        appid: account.app_id,
        mchid: account.mch_id,
        description: account.subject,
        out_trade_no: tradeNo,
        time_expire: formatWechatPayTime(expiresAt),
        notify_url: account.notify_url,
        amount: { total: Number(amountFen), currency: 'CNY' },
      })
      return { pay_url: codeUrl, way: 'qr' }
    },
    find: async (tradeNo) => {
      try {
        const found = foundOf(await ask('GET', `${order(tradeNo)}?mchid=${encodeURIComponent(account.mch_id)}`, Transaction))
        if (found.trade_no !== tradeNo) throw new ForeignNoticeError('another order')
        return found
      } catch (error) {
        if (absentCodes.includes(codeOf(error))) return { is: 'absent', word: codeOf(error), trade_no: tradeNo }
        throw error
      }
    },
    close: async (tradeNo) => {
      try {
        await ask('POST', `${order(tradeNo)}/close`, z.object({}), { mchid: account.mch_id })
      } catch (error) {
        const code = codeOf(error)
        // Paid or closed in the meantime; a query tells which.
        if (!absentCodes.includes(code) && !/^ORDER_?(PAID|CLOSED)$/.test(code)) throw error
      }
    },
    refund: async ({ trade_no: tradeNo, refund_no: refundNo, amount_fen: amountFen, total_fen: totalFen }) => {
      const amount = { refund: Number(amountFen), total: Number(totalFen), currency: 'CNY' }
      const sent = { out_trade_no: tradeNo, out_refund_no: refundNo, reason: '余额退款', amount }
      try {
        return outcomeOf(await ask('POST', '/v3/refund/domestic/refunds', Refund, sent))
      } catch (error) {
        const code = codeOf(error)
        if (!/^[A-Z][A-Z_]+$/.test(code)) throw error
        return { is: transientCodes.includes(code) ? 'later' : 'refused', why: `微信支付：${code}` }
      }
    },
    read: async (notice) => {
      try {
        return await read(notice)
      } catch (error) {
        // Reject the notice even if only the keys are unavailable: WeChat Pay sends it again.
        throw error instanceof ForeignNoticeError ? error : new ForeignNoticeError('cannot be verified')
      }
    },
  }
}
