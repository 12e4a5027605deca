import { createCipheriv, randomBytes, verify } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWechatPayChannel } from '#server/adapters/payment.wechat-pay.ts'
import type { Clock } from '#server/ports/clock.ts'
import { createCertificate, generateTestKeyPair, signWithRsa } from '#tests/support/pay-keys.ts'

interface Trade {
  total: number
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED'
  refunds: Map<string, { refund: number; status: string }>
}

const v3Key = 'tests-tests-tests-tests-tests-32'
const serialOf = (n: number) => String(n).repeat(40)

/** WeChat Pay's APIv3 with the recorded wire format, its own keys, and certificates that can be rotated. */
export async function startFakeWechatPay(clock: Clock, options: { public_key?: boolean } = {}) {
  const ours = generateTestKeyPair()
  const account = { app_id: 'wx0000000000000001', mch_id: '1900000001', serial: 'A'.repeat(40), private_key: ours.privateKey }
  let certificates = [{ serial: serialOf(1), keys: generateTestKeyPair() }]
  let signer = options.public_key ? { serial: 'PUB_KEY_ID_0119000000012026', keys: generateTestKeyPair() } : certificates[0]!
  const publicKey = options.public_key ? { id: signer.serial, key: signer.keys.publicKey } : undefined
  const trades = new Map<string, Trade>()
  const asked: string[] = []
  const faults = { down: false, lost: false, forged: false, stale: false, refuse_refunds: '', refund_status: 'SUCCESS' }

  function seal(plain: string, associatedData: string) {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(v3Key), Buffer.from(nonce)).setAAD(Buffer.from(associatedData))
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    return { algorithm: 'AEAD_AES_256_GCM', nonce, associated_data: associatedData, ciphertext }
  }

  function signatureOf(body: string, by = signer) {
    const at = Math.floor(clock.now().getTime() / 1000) - (faults.stale ? 301 : 0)
    const nonce = randomBytes(16).toString('hex')
    return {
      'wechatpay-serial': by.serial,
      'wechatpay-timestamp': String(at),
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signWithRsa(`${at}\n${nonce}\n${body}\n`, faults.forged ? ours.privateKey : by.keys.privateKey),
    }
  }

  const transactionOf = (tradeNo: string, more: object = {}) => {
    const trade = trades.get(tradeNo)
    return {
      appid: account.app_id,
      mchid: account.mch_id,
      out_trade_no: tradeNo,
      ...(trade?.state === 'SUCCESS' && { transaction_id: `4200${tradeNo}` }),
      trade_type: 'NATIVE',
      trade_state: trade?.state ?? 'SUCCESS',
      amount: { total: trade?.total ?? 100, payer_total: trade?.total ?? 100, currency: 'CNY', payer_currency: 'CNY' },
      ...more,
    }
  }

  function answerTo(method: string, path: string, sent: Record<string, unknown>): [number, object | null] {
    if (path === '/v3/certificates') {
      const data = certificates.map(({ serial, keys }) => ({
        serial_no: serial,
        effective_time: '2020-01-01T00:00:00+08:00',
        expire_time: '2050-01-01T00:00:00+08:00',
        encrypt_certificate: seal(createCertificate(keys, serial), 'certificate'),
      }))
      return [200, { data }]
    }
    if (path === '/v3/pay/transactions/native') {
      const tradeNo = String(sent.out_trade_no)
      trades.set(tradeNo, { total: (sent.amount as { total: number }).total, state: 'NOTPAY', refunds: new Map() })
      return [200, { code_url: `weixin://wxpay/bizpayurl?pr=${tradeNo}` }]
    }
    if (path === '/v3/refund/domestic/refunds') {
      const trade = trades.get(String(sent.out_trade_no))
      if (faults.refuse_refunds) return [403, { code: faults.refuse_refunds, message: '不能退款' }]
      if (trade?.state !== 'SUCCESS') return [404, { code: 'RESOURCE_NOT_EXISTS', message: '订单不存在' }]
      const refundNo = String(sent.out_refund_no)
      const { refund } = sent.amount as { refund: number }
      const known = trade.refunds.get(refundNo) ?? { refund, status: faults.refund_status }
      trade.refunds.set(refundNo, { ...known, status: faults.refund_status })
      return [200, { refund_id: `5000${refundNo}`, out_refund_no: refundNo, status: faults.refund_status }]
    }
    const [, tradeNo = '', closing] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?/.exec(path) ?? []
    const trade = trades.get(tradeNo)
    if (!trade) return [404, { code: 'ORDER_NOT_EXIST', message: '订单不存在' }]
    if (method === 'GET') return [200, transactionOf(tradeNo)]
    if (closing && trade.state === 'SUCCESS') return [400, { code: 'ORDERPAID', message: '订单已支付' }]
    trade.state = 'CLOSED'
    return [204, null]
  }

  function send(response: ServerResponse, status: number, answer: object | null, by = signer) {
    const body = answer ? JSON.stringify(answer) : ''
    response.writeHead(status, { 'content-type': 'application/json', ...signatureOf(body, by) })
    response.end(body)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      if (faults.down) return void request.socket.destroy()
      const [body, url, method] = [Buffer.concat(chunks).toString(), request.url!, request.method!]
      asked.push(`${method} ${url.split('?')[0]}`)
      const said = Object.fromEntries(
        [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      )
      const text = `${method}\n${url}\n${said.timestamp}\n${said.nonce_str}\n${body}\n`
      const signed = verify('RSA-SHA256', Buffer.from(text), ours.publicKey, Buffer.from(said.signature ?? '', 'base64'))
      // Refusals by the gateway are unsigned.
      if (!signed || said.mchid !== account.mch_id) {
        response.writeHead(401, { 'content-type': 'application/json' })
        return void response.end(JSON.stringify({ code: 'SIGN_ERROR', message: '签名错误' }))
      }
      const [status, answer] = answerTo(method, url.split('?')[0]!, body ? JSON.parse(body) : {})
      if (faults.lost) return void request.socket.destroy()
      // The certificate list is signed with a certificate even when everything else is signed with the public key.
      send(response, status, answer, url === '/v3/certificates' && options.public_key ? certificates[0]! : signer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const channel = createWechatPayChannel(
    {
      ...account,
      v3_key: v3Key,
      public_key: publicKey,
      subject: '智算中心 余额充值',
      notify_url: 'https://gpu.example.cn/api/v1/payment/wechat/notify',
    },
    { clock, api },
  )

  /** The notification WeChat Pay posts when a trade is paid, signed with the current key. */
  function noticeOf(tradeNo: string, { changed = {}, event_type: eventType = 'TRANSACTION.SUCCESS' } = {}) {
    const transaction = JSON.stringify(transactionOf(tradeNo, { trade_state: 'SUCCESS', ...changed }))
    const body = JSON.stringify({
      id: `EV-${tradeNo}`,
      create_time: '2026-11-21T14:05:09+08:00',
      event_type: eventType,
      resource_type: 'encrypt-resource',
      summary: '支付成功',
      resource: { original_type: 'transaction', ...seal(transaction, 'transaction') },
    })
    return { headers: { 'content-type': 'application/json', ...signatureOf(body) }, body }
  }

  return {
    channel,
    faults,
    asked,
    trades,
    noticeOf,
    pay: (tradeNo: string) => {
      trades.get(tradeNo)!.state = 'SUCCESS'
    },
    /** Signs with a new certificate from now on; the old one stays valid for a while. */
    rotate: () => {
      const next = { serial: serialOf(certificates.length + 1), keys: generateTestKeyPair() }
      certificates = [...certificates, next]
      signer = next
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
