import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import {
  buildAlipaySignedText,
  findSignedObject,
  formatAlipayTime,
  isRsa2Signed,
  signRsa2,
} from '#server/adapters/payment.alipay.wire.ts'
import { callProvider, ProviderFault } from '#server/adapters/provider-call.ts'
import type { Clock } from '#server/ports/clock.ts'
import {
  ForeignNoticeError,
  type PayChannel,
  type PaymentOrder,
  type ProviderPaymentState,
  type RefundOutcome,
} from '#server/ports/payment.ts'

export interface AlipayAccount {
  app_id: string
  /** PID of the merchant, `2088…`; notices for another PID are rejected. */
  seller_id: string
  private_key: KeyObject
  /** Alipay's public key, not the app's own. */
  public_key: KeyObject
  /** `qr` requires the Alipay product 当面付, `page` requires 电脑网站支付. */
  way: 'qr' | 'page'
  subject: string
  notify_url: string
  return_url: string
}

interface AlipayOptions {
  clock: Clock
  /** Gateway address; tests and Alipay's own sandbox override it. */
  gateway?: string
}

const Amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)
const Answer = z.object({ code: z.string(), sub_code: z.string().optional() })
const Precreated = z.object({ qr_code: z.url() })
const Trade = z.object({ out_trade_no: z.string(), trade_no: z.string(), trade_status: z.string(), total_amount: Amount })
const Refunded = z.object({ fund_change: z.string().optional(), trade_no: z.string().optional() })
const RefundFound = z.object({ refund_status: z.string().optional(), trade_no: z.string().optional() })
const Notice = z.object({
  app_id: z.string(),
  seller_id: z.string(),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: Amount,
})

const successCode = '10000'
const paidStatuses: readonly string[] = ['TRADE_SUCCESS', 'TRADE_FINISHED']
const tradeAbsentCode = 'ACQ.TRADE_NOT_EXIST'
/** The trade has been paid or closed in the meantime; a query tells which. */
const notClosableCodes: readonly string[] = [
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.REASON_TRADE_STATUS_INVALID',
  'ACQ.REASON_ILLEGAL_STATUS',
]
/** Temporary errors: the refund itself is valid and may succeed later. */
const transientCodePattern = /SYSTEM_ERROR|NOT_ENOUGH/

/**
 * Creates the channel for Alipay's gateway, protocol 1.0 with RSA2 (opendocs.alipay.com: alipay.trade.precreate, page.pay,
 * query, close, refund, fastpay.refund.query, 异步通知说明; checked against alipay/alipay-sdk-nodejs-all). Responses and notices
 * are verified.
 */
export function createAlipayChannel(
  account: AlipayAccount,
  { clock, gateway = 'https://openapi.alipay.com/gateway.do' }: AlipayOptions,
): PayChannel {
  function requestOf(method: string, biz: object, more: Record<string, string> = {}): URLSearchParams {
    const fields: Record<string, string> = {
      app_id: account.app_id,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: formatAlipayTime(clock.now()),
      version: '1.0',
      ...more,
      biz_content: JSON.stringify(biz),
    }
    return new URLSearchParams({ ...fields, sign: signRsa2(buildAlipaySignedText(fields), account.private_key) })
  }

  /** Calls the gateway; throws `ProviderFault` with Alipay's `sub_code` unless it answers with success. */
  async function ask<T>(method: string, biz: object, shape: z.ZodType<T>, more?: Record<string, string>): Promise<T> {
    const url = new URL(gateway)
    url.searchParams.set('charset', 'utf-8')
    const { body } = await callProvider(method, url, { method: 'POST', body: requestOf(method, biz, more) })
    const signed = findSignedObject(body, `${method.replaceAll('.', '_')}_response`)
    if (signed === undefined) throw new ProviderFault(method)
    const signature = /"sign"\s*:\s*"([^"]+)"/.exec(body.replace(signed, ''))?.[1] ?? ''
    if (!isRsa2Signed(signed, signature.replaceAll('\\/', '/'), account.public_key)) throw new ProviderFault(method, 'signature')
    const answer: unknown = JSON.parse(signed)
    const { code, sub_code: subCode } = Answer.parse(answer)
    if (code !== successCode) throw new ProviderFault(method, subCode ?? code)
    const { success: fits, data } = shape.safeParse(answer)
    if (!fits) throw new ProviderFault(method, 'answer')
    return data
  }

  const bizOf = ({ trade_no: tradeNo, amount_fen: amountFen, expires_at: expiresAt }: PaymentOrder) => ({
    out_trade_no: tradeNo,
    total_amount: formatFenAsYuan(amountFen),
    subject: account.subject,
    time_expire: formatAlipayTime(expiresAt),
  })

  async function find(tradeNo: string): Promise<ProviderPaymentState> {
    try {
      const trade = await ask('alipay.trade.query', { out_trade_no: tradeNo }, Trade)
      const word = trade.trade_status
      if (trade.out_trade_no !== tradeNo) throw new ForeignNoticeError('another order')
      if (paidStatuses.includes(word)) {
        return {
          is: 'paid',
          word,
          trade_no: tradeNo,
          amount_fen: parseYuanToFen(trade.total_amount),
          provider_no: trade.trade_no,
        }
      }
      return { is: word === 'TRADE_CLOSED' ? 'closed' : 'unpaid', word, trade_no: tradeNo }
    } catch (error) {
      // Alipay creates the trade only when the user scans the code.
      if (error instanceof ProviderFault && error.code === tradeAbsentCode)
        return { is: 'absent', word: tradeAbsentCode, trade_no: tradeNo }
      throw error
    }
  }

  /** Queries the refund: `fund_change: N` is not a failure, because an earlier attempt may have succeeded. */
  async function refunded(tradeNo: string, refundNo: string): Promise<RefundOutcome> {
    const asked = { out_trade_no: tradeNo, out_request_no: refundNo }
    const { refund_status: refundStatus, trade_no: providerNo } = await ask(
      'alipay.trade.fastpay.refund.query',
      asked,
      RefundFound,
    )
    if (refundStatus === 'REFUND_SUCCESS') return { is: 'done', provider_no: providerNo ?? null }
    return { is: 'later', why: '支付宝正在处理退款' }
  }

  return {
    open: async (order) => {
      const { notify_url: notifyUrl, return_url: returnUrl } = account
      if (account.way === 'page') {
        const biz = { ...bizOf(order), product_code: 'FAST_INSTANT_TRADE_PAY' }
        const url = new URL(gateway)
        url.search = String(requestOf('alipay.trade.page.pay', biz, { notify_url: notifyUrl, return_url: returnUrl }))
        return { pay_url: url.href, way: 'page' }
      }
      const { qr_code: qrCode } = await ask('alipay.trade.precreate', bizOf(order), Precreated, { notify_url: notifyUrl })
      return { pay_url: qrCode, way: 'qr' }
    },
    find,
    close: async (tradeNo) => {
      try {
        await ask('alipay.trade.close', { out_trade_no: tradeNo }, z.object({}))
      } catch (error) {
        const code = error instanceof ProviderFault ? error.code : undefined
        if (code === undefined || (code !== tradeAbsentCode && !notClosableCodes.includes(code))) throw error
      }
    },
    refund: async ({ trade_no: tradeNo, refund_no: refundNo, amount_fen: amountFen }) => {
      const biz = {
        out_trade_no: tradeNo,
        refund_amount: formatFenAsYuan(amountFen),
        out_request_no: refundNo,
        refund_reason: '余额退款',
      }
      try {
        const { fund_change: fundChange, trade_no: providerNo } = await ask('alipay.trade.refund', biz, Refunded)
        return fundChange === 'Y' ? { is: 'done', provider_no: providerNo ?? null } : await refunded(tradeNo, refundNo)
      } catch (error) {
        if (!(error instanceof ProviderFault) || !error.code?.startsWith('ACQ.')) throw error
        return { is: transientCodePattern.test(error.code) ? 'later' : 'refused', why: `支付宝：${error.code}` }
      }
    },
    read: async ({ body }) => {
      const fields = Object.fromEntries(new URLSearchParams(body))
      const text = buildAlipaySignedText(fields, 'sign', 'sign_type')
      if (!isRsa2Signed(text, fields.sign ?? '', account.public_key)) throw new ForeignNoticeError('signature')
      const { success: fits, data } = Notice.safeParse(fields)
      if (!fits || data.app_id !== account.app_id || data.seller_id !== account.seller_id)
        throw new ForeignNoticeError('not about us')
      if (!paidStatuses.includes(data.trade_status)) return null
      return { trade_no: data.out_trade_no, amount_fen: parseYuanToFen(data.total_amount), provider_no: data.trade_no }
    },
  }
}
