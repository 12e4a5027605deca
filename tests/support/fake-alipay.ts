import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAlipayChannel } from '#server/adapters/payment.alipay.ts'
import type { Clock } from '#server/ports/clock.ts'
import { generateTestKeyPair, signWithRsa } from '#tests/support/pay-keys.ts'

interface Trade {
  amount: string
  status: 'NONE' | 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  refunds: Map<string, string>
}

const textOf = (fields: Record<string, string>, ...without: string[]) =>
  Object.keys(fields)
    .filter((name) => !without.includes(name) && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

/** Alipay's gateway with the recorded wire format and its own keys: requests must be signed, responses are signed. */
export async function startFakeAlipay(clock: Clock, way: 'qr' | 'page' = 'qr') {
  const [ours, theirs] = [generateTestKeyPair(), generateTestKeyPair()]
  const appId = '2021000000000001'
  const sellerId = '2088000000000001'
  const trades = new Map<string, Trade>()
  const asked: string[] = []
  /** Fault mode: `down` does not answer, `lost` executes and then disconnects, `forged` signs with another key. */
  const faults = { down: false, lost: false, forged: false, refuse_refunds: '' }

  const refused = (subCode: string) => ({ code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: subCode })
  const ok = (more: object) => ({ code: '10000', msg: 'Success', ...more })
  const answers: Record<string, (biz: Record<string, string>) => object> = {
    'alipay.trade.precreate': ({ out_trade_no: outTradeNo, total_amount: totalAmount }) => {
      trades.set(outTradeNo!, { amount: totalAmount!, status: 'NONE', refunds: new Map() })
      return ok({ out_trade_no: outTradeNo, qr_code: `https://qr.alipay.com/${outTradeNo}` })
    },
    'alipay.trade.query': ({ out_trade_no: outTradeNo }) => {
      const trade = trades.get(outTradeNo!)
      if (!trade || trade.status === 'NONE') return refused('ACQ.TRADE_NOT_EXIST')
      return ok({
        out_trade_no: outTradeNo,
        trade_no: `20260${outTradeNo}`,
        trade_status: trade.status,
        total_amount: trade.amount,
      })
    },
    'alipay.trade.close': ({ out_trade_no: outTradeNo }) => {
      const trade = trades.get(outTradeNo!)
      if (!trade || trade.status === 'NONE') return refused('ACQ.TRADE_NOT_EXIST')
      if (trade.status === 'TRADE_SUCCESS') return refused('ACQ.TRADE_STATUS_ERROR')
      trade.status = 'TRADE_CLOSED'
      return ok({ out_trade_no: outTradeNo })
    },
    'alipay.trade.refund': ({ out_trade_no: outTradeNo, refund_amount: refundAmount, out_request_no: outRequestNo }) => {
      const trade = trades.get(outTradeNo!)
      if (trade?.status !== 'TRADE_SUCCESS') return refused('ACQ.TRADE_NOT_EXIST')
      if (faults.refuse_refunds) return refused(faults.refuse_refunds)
      const again = trade.refunds.has(outRequestNo!)
      trade.refunds.set(outRequestNo!, refundAmount!)
      return ok({
        out_trade_no: outTradeNo,
        trade_no: `20260${outTradeNo}`,
        fund_change: again ? 'N' : 'Y',
        refund_fee: refundAmount,
      })
    },
    'alipay.trade.fastpay.refund.query': ({ out_trade_no: outTradeNo, out_request_no: outRequestNo }) =>
      ok(
        trades.get(outTradeNo!)?.refunds.has(outRequestNo!)
          ? { out_trade_no: outTradeNo, out_request_no: outRequestNo, refund_status: 'REFUND_SUCCESS' }
          : {},
      ),
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (faults.down) return void request.socket.destroy()
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      const method = fields.method!
      asked.push(method)
      const signed = verify(
        'RSA-SHA256',
        Buffer.from(textOf(fields, 'sign')),
        createPublicKey(ours.privateKey),
        Buffer.from(fields.sign ?? '', 'base64'),
      )
      const biz = JSON.parse(fields.biz_content ?? '{}') as Record<string, string>
      const answer = signed && fields.app_id === appId ? answers[method]!(biz) : refused('isv.invalid-signature')
      if (faults.lost) return void request.socket.destroy()
      // As Alipay does, escapes slashes and appends the signature last.
      const text = JSON.stringify(answer).replaceAll('/', '\\/')
      const sign = signWithRsa(text, faults.forged ? ours.privateKey : theirs.privateKey)
      response.setHeader('content-type', 'application/json;charset=utf-8')
      response.end(`{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sign}"}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`

  const channel = createAlipayChannel(
    {
      app_id: appId,
      seller_id: sellerId,
      private_key: ours.privateKey,
      public_key: theirs.publicKey,
      way,
      subject: '智算中心 余额充值',
      notify_url: 'https://gpu.example.cn/api/v1/payment/alipay/notify',
      return_url: 'https://gpu.example.cn/recharge',
    },
    { clock, gateway },
  )

  /** The notification Alipay posts when a trade is paid; `changed` alters it before or after signing. */
  function noticeOf(tradeNo: string, { before = {}, after = {} }: { before?: object; after?: object } = {}): string {
    const fields: Record<string, string> = {
      gmt_create: '2026-11-21 14:05:00',
      charset: 'utf-8',
      notify_time: '2026-11-21 14:05:09',
      notify_type: 'trade_status_sync',
      notify_id: `id${tradeNo}`,
      app_id: appId,
      seller_id: sellerId,
      subject: '智算中心 余额充值',
      out_trade_no: tradeNo,
      trade_no: `20260${tradeNo}`,
      trade_status: 'TRADE_SUCCESS',
      total_amount: trades.get(tradeNo)?.amount ?? '1.00',
      version: '1.0',
      ...before,
    }
    const sign = signWithRsa(textOf(fields), theirs.privateKey)
    return String(new URLSearchParams({ ...fields, sign_type: 'RSA2', sign, ...after }))
  }

  return {
    channel,
    faults,
    asked,
    trades,
    keys: { ours, theirs },
    noticeOf,
    /** Simulates that somebody scans the code. */
    scan: (tradeNo: string) => {
      trades.get(tradeNo)!.status = 'WAIT_BUYER_PAY'
    },
    pay: (tradeNo: string) => {
      trades.get(tradeNo)!.status = 'TRADE_SUCCESS'
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
