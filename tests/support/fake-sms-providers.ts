import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '#server/ports/clock.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

type Provider = 'aliyun' | 'tencent'
interface Sent {
  provider: Provider
  phone: string
  sign_name: string
  template: string
  parameters: unknown
}

export const fakeSmsKeys = {
  aliyun: { access_key_id: 'LTAI-test', access_key_secret: 'aliyun-secret' },
  tencent: { secret_id: 'AKID-test', secret_key: 'tencent-secret' },
}

/**
 * Both providers of SMS on one port of loopback. They check signature, clock (15 minutes at Aliyun, 5 at Tencent) and nonces, and
 * can be made to refuse with a code, to hang up before (`down`) or after (`lost`) they have sent, or never to answer (`hang`).
 */
export async function startFakeSmsProviders(clock: Clock) {
  const sent: Sent[] = []
  const requests: { provider: Provider; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const faults: Record<Provider, string> = { aliyun: '', tencent: '' }
  const nonces = new Set<string>()
  const requestId = 'F655A8D5-B967-440B-8683-DAD6FF8DE990'

  /** Recomputes from what came over the line. */
  function checkAliyun({ url, headers }: IncomingMessage, body: string): string | undefined {
    const [, id, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=(.+?),SignedHeaders=(.+?),Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
    if (id !== fakeSmsKeys.aliyun.access_key_id) return 'InvalidAccessKeyId.NotFound'
    for (const name of ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'])
      if (!names.split(';').includes(name)) return 'SignatureDoesNotMatch'
    const [path, search = ''] = url!.split('?')
    // As the provider does: what came is decoded first, since the SDK's address is less encoded than what it signs.
    const sorted = [...new URLSearchParams(search)]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&')
    const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
    const canonical = ['POST', path, sorted, lines.join(''), names, sha256(body)].join('\n')
    const expected = hmac(fakeSmsKeys.aliyun.access_key_secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
    if (signature !== expected || headers['x-acs-content-sha256'] !== sha256(body)) return 'SignatureDoesNotMatch'
    if (Math.abs(clock.now().getTime() - Date.parse(String(headers['x-acs-date']))) > 900_000) return 'InvalidTimeStamp.Expired'
    const nonce = String(headers['x-acs-signature-nonce'])
    if (nonces.has(nonce)) return 'SignatureNonceUsed'
    nonces.add(nonce)
    return
  }

  function checkTencent({ headers }: IncomingMessage, body: string): string | undefined {
    const [, id, day, service, names = '', signature] =
      /^TC3-HMAC-SHA256 Credential=(.+?)\/(.+?)\/(.+?)\/tc3_request, SignedHeaders=(.+?), Signature=(\w+)$/.exec(
        headers.authorization ?? '',
      ) ?? []
    if (id !== fakeSmsKeys.tencent.secret_id) return 'AuthFailure.SecretIdNotFound'
    const stamp = String(headers['x-tc-timestamp'])
    const at = new Date(Number(stamp) * 1000)
    if (Math.abs(clock.now().getTime() - at.getTime()) > 300_000) return 'AuthFailure.SignatureExpire'
    const host = headers.host!.split(':')[0]!
    const lines = names.split(';').map((name) => `${name}:${name === 'host' ? host : headers[name]}\n`)
    const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
    const text = ['TC3-HMAC-SHA256', stamp, `${day}/${service}/tc3_request`, sha256(canonical)].join('\n')
    const key = hmac(hmac(hmac(`TC3${fakeSmsKeys.tencent.secret_key}`, day!), service!), 'tc3_request')
    const right = service === 'sms' && day === at.toISOString().slice(0, 10) && hmac(key, text).toString('hex') === signature
    return right ? undefined : 'AuthFailure.SignatureFailure'
  }

  function answerAliyun(request: IncomingMessage, code: string | undefined) {
    const query = new URL(request.url!, 'http://fake').searchParams
    const get = (name: string) => query.get(name) ?? ''
    if (code) return { Code: code, Message: `refused ${get('PhoneNumbers')}`, RequestId: requestId }
    const parameters: unknown = JSON.parse(get('TemplateParam'))
    const [phone, signName, template] = [get('PhoneNumbers'), get('SignName'), get('TemplateCode')]
    sent.push({ provider: 'aliyun', phone, sign_name: signName, template, parameters })
    return { Code: 'OK', Message: 'OK', BizId: '900619746936498440^0', RequestId: requestId }
  }

  function answerTencent(body: string, code: string | undefined) {
    const asked = JSON.parse(body)
    const [phone] = asked.PhoneNumberSet
    // What concerns one number is told for this number, anything else for the whole request.
    if (code && /^(LimitExceeded|FailedOperation)/.test(code))
      return { Response: { SendStatusSet: [{ Code: code, Message: phone }], RequestId: requestId } }
    if (code) return { Response: { Error: { Code: code, Message: `refused ${phone}` }, RequestId: requestId } }
    const { SignName: signName, TemplateId: template, TemplateParamSet: parameters } = asked
    sent.push({ provider: 'tencent', phone, sign_name: signName, template, parameters })
    return { Response: { SendStatusSet: [{ Code: 'Ok', PhoneNumber: phone }], RequestId: requestId } }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const provider = request.headers['x-acs-action'] ? 'aliyun' : 'tencent'
      requests.push({ provider, url: request.url!, headers: request.headers, body })
      const fault = faults[provider]
      if (fault === 'hang') return
      if (fault === 'down') return void request.socket.destroy()
      const check = provider === 'aliyun' ? checkAliyun(request, body) : checkTencent(request, body)
      const code = check ?? (fault === 'lost' ? undefined : fault || undefined)
      const answer = provider === 'aliyun' ? answerAliyun(request, code) : answerTencent(body, code)
      if (fault === 'lost') return void request.socket.destroy()
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const templates = (prefix: string, from: number) =>
    Object.fromEntries(
      ['CODE', 'EXPIRY', 'ARREARS', 'RELEASE', 'BALANCE'].map((name, i) => [`${prefix}_SMS_TEMPLATE_${name}`, `${from + i}`]),
    )
  return {
    sent,
    requests,
    faults,
    port,
    /** The environment that leads both adapters here. */
    environment: {
      ALIYUN_SMS_ACCESS_KEY_ID: fakeSmsKeys.aliyun.access_key_id,
      ALIYUN_SMS_ACCESS_KEY_SECRET: fakeSmsKeys.aliyun.access_key_secret,
      ALIYUN_SMS_SIGN_NAME: '智算中心',
      ALIYUN_SMS_ENDPOINT: endpoint,
      ...templates('ALIYUN', 100),
      TENCENT_SMS_SECRET_ID: fakeSmsKeys.tencent.secret_id,
      TENCENT_SMS_SECRET_KEY: fakeSmsKeys.tencent.secret_key,
      TENCENT_SMS_SDK_APP_ID: '1400000000',
      TENCENT_SMS_SIGN_NAME: '智算中心',
      TENCENT_SMS_ENDPOINT: endpoint,
      ...templates('TENCENT', 200),
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
