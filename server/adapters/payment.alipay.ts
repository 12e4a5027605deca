import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { alipayTime, isRsa2, rsa2, signedObject, signedText } from '#server/adapters/payment.alipay.wire.ts'
import { askProvider, ProviderFault } from '#server/adapters/payment.provider-call.ts'
import type { Clock } from '#server/ports/clock.ts'
import {
  NotFromProvider,
  type PayChannel,
  type PaymentFound,
  type PaymentOrder,
  type RefundOutcome,
} from '#server/ports/payment.ts'

export interface AlipayAccount {
  app_id: string
  /** PID of the merchant, `2088…`: a notice for another is not ours. */
  seller_id: string
  private_key: KeyObject
  /** Alipay's, not the app's own. */
  public_key: KeyObject
  /** `qr` needs 当面付 signed with Alipay, `page` needs 电脑网站支付. */
  way: 'qr' | 'page'
  subject: string
  notify_url: string
  return_url: string
}

interface Reach {
  clock: Clock
  /** Tests and Alipay's own sandbox have one of their own. */
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

const success = '10000'
const paid_words: readonly string[] = ['TRADE_SUCCESS', 'TRADE_FINISHED']
const absent = 'ACQ.TRADE_NOT_EXIST'
/** Paid or ended meanwhile; asking says which. */
const not_closable: readonly string[] = ['ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID', 'ACQ.REASON_ILLEGAL_STATUS']
/** Nothing is wrong with the refund itself, so it may go through later. */
const passing = /SYSTEM_ERROR|NOT_ENOUGH/

/**
 * Alipay's gateway, protocol 1.0 with RSA2 (opendocs.alipay.com: alipay.trade.precreate, page.pay, query, close, refund,
 * fastpay.refund.query, 异步通知说明; checked against alipay/alipay-sdk-nodejs-all). Answers and notices are verified.
 */
export function alipay(account: AlipayAccount, { clock, gateway = 'https://openapi.alipay.com/gateway.do' }: Reach): PayChannel {
  function requestOf(method: string, biz: object, more: Record<string, string> = {}): URLSearchParams {
    const fields: Record<string, string> = {
      app_id: account.app_id,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: alipayTime(clock.now()),
      version: '1.0',
      ...more,
      biz_content: JSON.stringify(biz),
    }
    return new URLSearchParams({ ...fields, sign: rsa2(signedText(fields), account.private_key) })
  }

  /** Calls the gateway; throws `ProviderFault` with Alipay's `sub_code` when it did not answer with success. */
  async function ask<T>(method: string, biz: object, shape: z.ZodType<T>, more?: Record<string, string>): Promise<T> {
    const url = new URL(gateway)
    url.searchParams.set('charset', 'utf-8')
    const { body } = await askProvider(method, url, { method: 'POST', body: requestOf(method, biz, more) })
    const signed = signedObject(body, `${method.replaceAll('.', '_')}_response`)
    if (signed === undefined) throw new ProviderFault(method)
    const signature = /"sign"\s*:\s*"([^"]+)"/.exec(body.replace(signed, ''))?.[1] ?? ''
    if (!isRsa2(signed, signature.replaceAll('\\/', '/'), account.public_key)) throw new ProviderFault(method, 'signature')
    const answer: unknown = JSON.parse(signed)
    const { code, sub_code } = Answer.parse(answer)
    if (code !== success) throw new ProviderFault(method, sub_code ?? code)
    const { success: fits, data } = shape.safeParse(answer)
    if (!fits) throw new ProviderFault(method, 'answer')
    return data
  }

  const bizOf = ({ trade_no, amount_fen, expires_at }: PaymentOrder) => ({
    out_trade_no: trade_no,
    total_amount: yuanOfFen(amount_fen),
    subject: account.subject,
    time_expire: alipayTime(expires_at),
  })

  async function find(trade_no: string): Promise<PaymentFound> {
    try {
      const trade = await ask('alipay.trade.query', { out_trade_no: trade_no }, Trade)
      const word = trade.trade_status
      if (trade.out_trade_no !== trade_no) throw new NotFromProvider('another order')
      if (paid_words.includes(word)) {
        return { is: 'paid', word, trade_no, amount_fen: fenOfYuan(trade.total_amount), provider_no: trade.trade_no }
      }
      return { is: word === 'TRADE_CLOSED' ? 'closed' : 'unpaid', word, trade_no }
    } catch (error) {
      // The trade begins when somebody scans the code.
      if (error instanceof ProviderFault && error.code === absent) return { is: 'absent', word: absent, trade_no }
      throw error
    }
  }

  /** `fund_change: N` is no failure: the refund may have gone through before. Asking for it tells. */
  async function refunded(trade_no: string, refund_no: string): Promise<RefundOutcome> {
    const asked = { out_trade_no: trade_no, out_request_no: refund_no }
    const { refund_status, trade_no: provider_no } = await ask('alipay.trade.fastpay.refund.query', asked, RefundFound)
    if (refund_status === 'REFUND_SUCCESS') return { is: 'done', provider_no: provider_no ?? null }
    return { is: 'later', why: '支付宝正在处理退款' }
  }

  return {
    open: async (order) => {
      const { notify_url, return_url } = account
      if (account.way === 'page') {
        const biz = { ...bizOf(order), product_code: 'FAST_INSTANT_TRADE_PAY' }
        const url = new URL(gateway)
        url.search = String(requestOf('alipay.trade.page.pay', biz, { notify_url, return_url }))
        return { pay_url: url.href, way: 'page' }
      }
      const { qr_code } = await ask('alipay.trade.precreate', bizOf(order), Precreated, { notify_url })
      return { pay_url: qr_code, way: 'qr' }
    },
    find,
    close: async (trade_no) => {
      try {
        await ask('alipay.trade.close', { out_trade_no: trade_no }, z.object({}))
      } catch (error) {
        const code = error instanceof ProviderFault ? error.code : undefined
        if (code === undefined || (code !== absent && !not_closable.includes(code))) throw error
      }
    },
    refund: async ({ trade_no, refund_no, amount_fen }) => {
      const biz = {
        out_trade_no: trade_no,
        refund_amount: yuanOfFen(amount_fen),
        out_request_no: refund_no,
        refund_reason: '余额退款',
      }
      try {
        const { fund_change, trade_no: provider_no } = await ask('alipay.trade.refund', biz, Refunded)
        return fund_change === 'Y' ? { is: 'done', provider_no: provider_no ?? null } : await refunded(trade_no, refund_no)
      } catch (error) {
        if (!(error instanceof ProviderFault) || !error.code?.startsWith('ACQ.')) throw error
        return { is: passing.test(error.code) ? 'later' : 'refused', why: `支付宝：${error.code}` }
      }
    },
    read: async ({ body }) => {
      const fields = Object.fromEntries(new URLSearchParams(body))
      const text = signedText(fields, 'sign', 'sign_type')
      if (!isRsa2(text, fields.sign ?? '', account.public_key)) throw new NotFromProvider('signature')
      const { success: fits, data } = Notice.safeParse(fields)
      if (!fits || data.app_id !== account.app_id || data.seller_id !== account.seller_id)
        throw new NotFromProvider('not about us')
      if (!paid_words.includes(data.trade_status)) return null
      return { trade_no: data.out_trade_no, amount_fen: fenOfYuan(data.total_amount), provider_no: data.trade_no }
    },
  }
}
