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

export const fakeCloudKeys = {
  aliyun: { access_key_id: 'LTAI-test', access_key_secret: 'aliyun-secret' },
  tencent: { secret_id: 'AKID-test', secret_key: 'tencent-secret' },
}

/** Longer than the adapters wait. */
const lateMs = 5_500

/** Whom the authorities of both clouds know. */
const known = new Map([['张三', '11010519491231002X']])

/**
 * Both clouds on one port of loopback, with SMS and the check of identities: they know one person, compare his number, and have no
 * record of any other name. They check signature, clock (15 minutes at Aliyun, 5 at Tencent) and nonces, and
 * can be made to refuse with a code, to hang up before (`down`) or after (`lost`) they have sent, never to answer (`hang`), or to send
 * and answer when nobody waits any more (`late`). Each message has a number, which `receiptsOf` names as their pushes do.
 */
export async function startFakeClouds(clock: Clock) {
  const sent: Sent[] = []
  const requests: { provider: Provider; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const faults: Record<Provider, string> = { aliyun: '', tencent: '' }
  /** Numbers of the messages that each took, in order. */
  const taken: Record<Provider, { id: string; phone: string }[]> = { aliyun: [], tencent: [] }
  const nonces = new Set<string>()
  const requestId = 'F655A8D5-B967-440B-8683-DAD6FF8DE990'

  /** Recomputes from what came over the line. */
  function checkAliyun({ url, headers }: IncomingMessage, body: string): string | undefined {
    const [, id, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=(.+?),SignedHeaders=(.+?),Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
    if (id !== fakeCloudKeys.aliyun.access_key_id) return 'InvalidAccessKeyId.NotFound'
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
    const expected = hmac(fakeCloudKeys.aliyun.access_key_secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
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
    if (id !== fakeCloudKeys.tencent.secret_id) return 'AuthFailure.SecretIdNotFound'
    const stamp = String(headers['x-tc-timestamp'])
    const at = new Date(Number(stamp) * 1000)
    if (Math.abs(clock.now().getTime() - at.getTime()) > 300_000) return 'AuthFailure.SignatureExpire'
    const host = headers.host!.split(':')[0]!
    const lines = names.split(';').map((name) => `${name}:${name === 'host' ? host : headers[name]}\n`)
    const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n')
    const text = ['TC3-HMAC-SHA256', stamp, `${day}/${service}/tc3_request`, sha256(canonical)].join('\n')
    const key = hmac(hmac(hmac(`TC3${fakeCloudKeys.tencent.secret_key}`, day!), service!), 'tc3_request')
    const wanted = headers['x-tc-action'] === 'SendSms' ? 'sms' : 'faceid'
    const right = service === wanted && day === at.toISOString().slice(0, 10) && hmac(key, text).toString('hex') === signature
    return right ? undefined : 'AuthFailure.SignatureFailure'
  }

  function answerAliyun(request: IncomingMessage, code: string | undefined) {
    const query = new URL(request.url!, 'http://fake').searchParams
    const get = (name: string) => query.get(name) ?? ''
    if (code)
      return {
        Code: code,
        Message: `refused ${get('PhoneNumbers')}${get('UserName')}${get('IdentifyNum')}`,
        RequestId: requestId,
      }
    if (request.headers['x-acs-action'] === 'Id2MetaVerify') {
      const number = get('ParamType') === 'normal' ? known.get(get('UserName')) : undefined
      const result = number === undefined ? '3' : number === get('IdentifyNum') ? '1' : '2'
      return { Code: '200', Message: 'success', RequestId: requestId, ResultObject: { BizCode: result } }
    }
    const parameters: unknown = JSON.parse(get('TemplateParam'))
    const [phone, signName, template] = [get('PhoneNumbers'), get('SignName'), get('TemplateCode')]
    sent.push({ provider: 'aliyun', phone, sign_name: signName, template, parameters })
    const id = `9006197469364984${String(taken.aliyun.length).padStart(2, '0')}^0`
    taken.aliyun.push({ id, phone })
    return { Code: 'OK', Message: 'OK', BizId: id, RequestId: requestId }
  }

  /** A code that is a number is a result, as -4 is. */
  function answerFaceid({ IdCard: idCard, Name: name }: { IdCard: string; Name: string }, code: string | undefined) {
    if (code && !/^-\d$/.test(code))
      return { Response: { Error: { Code: code, Message: `refused ${name} ${idCard}` }, RequestId: requestId } }
    const number = known.get(name)
    const result = code ?? (number === undefined ? '-5' : number === idCard ? '0' : '-1')
    return { Response: { Result: result, Description: `${name}`, RequestId: requestId } }
  }

  function answerTencent(body: string, code: string | undefined) {
    const asked = JSON.parse(body)
    if (asked.IdCard !== undefined) return answerFaceid(asked, code)
    const [phone] = asked.PhoneNumberSet
    // What concerns one number is told for this number, anything else for the whole request.
    if (code && /^(LimitExceeded|FailedOperation)/.test(code))
      return { Response: { SendStatusSet: [{ Code: code, Message: phone }], RequestId: requestId } }
    if (code) return { Response: { Error: { Code: code, Message: `refused ${phone}` }, RequestId: requestId } }
    const { SignName: signName, TemplateId: template, TemplateParamSet: parameters } = asked
    sent.push({ provider: 'tencent', phone, sign_name: signName, template, parameters })
    const id = `2640:16804632181557183777${String(taken.tencent.length).padStart(4, '0')}`
    taken.tencent.push({ id, phone: phone.slice(3) })
    return { Response: { SendStatusSet: [{ Code: 'Ok', PhoneNumber: phone, SerialNo: id }], RequestId: requestId } }
  }

  /** A push with the receipts of all messages, or of those that were not delivered for a reason of the carrier. */
  function receiptsOf(provider: Provider, reasonOf: (nth: number) => string | undefined = () => undefined) {
    const at = '2026-11-02 12:00:05'
    return taken[provider].map(({ id, phone }, nth) => {
      const reason = reasonOf(nth)
      const said = reason ? `运营商退回 ${phone}` : '用户接收成功'
      return provider === 'aliyun'
        ? {
            ...{ phone_number: phone, send_time: at, report_time: at, success: !reason, err_code: reason ?? 'DELIVERED' },
            ...{ err_msg: said, sms_size: '1', biz_id: id, out_id: '' },
          }
        : {
            ...{ user_receive_time: at, nationcode: '86', mobile: phone, report_status: reason ? 'FAIL' : 'SUCCESS' },
            ...{ errmsg: reason ?? 'DELIVRD', description: said, sid: id },
          }
    })
  }

  const late: NodeJS.Timeout[] = []
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
      const code = check ?? (fault === 'lost' || fault === 'late' ? undefined : fault || undefined)
      const answer = provider === 'aliyun' ? answerAliyun(request, code) : answerTencent(body, code)
      if (fault === 'lost') return void request.socket.destroy()
      const reply = () => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
      if (fault === 'late') late.push(setTimeout(reply, lateMs))
      else reply()
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
    receiptsOf,
    port,
    /** The environment that leads both adapters here. */
    environment: {
      ALIYUN_SMS_ACCESS_KEY_ID: fakeCloudKeys.aliyun.access_key_id,
      ALIYUN_SMS_ACCESS_KEY_SECRET: fakeCloudKeys.aliyun.access_key_secret,
      ALIYUN_SMS_SIGN_NAME: '智算中心',
      ALIYUN_SMS_ENDPOINT: endpoint,
      ...templates('ALIYUN', 100),
      TENCENT_SMS_SECRET_ID: fakeCloudKeys.tencent.secret_id,
      TENCENT_SMS_SECRET_KEY: fakeCloudKeys.tencent.secret_key,
      TENCENT_SMS_SDK_APP_ID: '1400000000',
      TENCENT_SMS_SIGN_NAME: '智算中心',
      TENCENT_SMS_ENDPOINT: endpoint,
      ...templates('TENCENT', 200),
      ALIYUN_IDENTITY_ACCESS_KEY_ID: fakeCloudKeys.aliyun.access_key_id,
      ALIYUN_IDENTITY_ACCESS_KEY_SECRET: fakeCloudKeys.aliyun.access_key_secret,
      ALIYUN_IDENTITY_ENDPOINT: endpoint,
      TENCENT_IDENTITY_SECRET_ID: fakeCloudKeys.tencent.secret_id,
      TENCENT_IDENTITY_SECRET_KEY: fakeCloudKeys.tencent.secret_key,
      TENCENT_IDENTITY_ENDPOINT: endpoint,
    },
    close: () => {
      for (const timer of late) clearTimeout(timer)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
