import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { type OpeningStep, operatorOpening } from '#contract/operator/opening.ts'
import { createAliyunIdentity } from '#server/adapters/identity.aliyun.ts'
import { createOpenaiUpstream } from '#server/adapters/llm-upstream.openai.ts'
import { createOfficialAccount } from '#server/adapters/wechat.official.ts'
import { dumpDatabase } from '#tests/support/dump.ts'
import { fakeCloudKeys, startFakeClouds } from '#tests/support/fake-clouds.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signUp']>>
beforeEach(async () => {
  platform = await createTestPlatform()
  admin = await platform.signUp({ role: 'operator_admin' })
})
afterEach(() => platform.close())

type FakeApi = Awaited<ReturnType<typeof startFakeApi>>
/** A server on loopback that speaks JSON. */
async function startFakeApi(answer: (call: { path: string; body: string }, response: ServerResponse) => unknown) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    answer({ path: request.url ?? '', body }, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
const answerJson = (response: ServerResponse, status: number, data: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))

const pick = (rows: { step: OpeningStep; test: unknown; testable: boolean }[], step: OpeningStep) =>
  rows.find((row) => row.step === step)!

describe('decision 110 Testing the authority for identities', () => {
  const person = { name: '张三', id_number: '11010519491231002X' }
  let fake: Awaited<ReturnType<typeof startFakeClouds>>
  beforeEach(async () => {
    fake = await startFakeClouds(platform.clock)
    const settings = {
      provider: 'aliyun',
      endpoint: fake.environment.ALIYUN_IDENTITY_ENDPOINT,
      key: fakeCloudKeys.aliyun,
    } as const
    platform.deps.identity = createAliyunIdentity(settings, platform.clock)
  })
  afterEach(() => fake.close())
  const test = async (body = person) => pick((await admin.call(operatorOpening.test_identity, { body })).data, 'identity').test

  it.each([
    [person, '姓名与号码一致'],
    [{ ...person, id_number: '110105194912310038' }, '不一致'],
    [{ ...person, name: '李四' }, '查无记录'],
  ])('says what it answered, any of which shows that it works: %#', async (body, said) => {
    expect(await test(body)).toMatchObject({ ok: true, answer: expect.stringContaining(said) })
  })

  it('says what has to be mended, and keeps neither name nor number anywhere', async () => {
    await test()
    fake.faults.aliyun = '410'
    expect(await test()).toMatchObject({ ok: false, answer: expect.stringMatching(/^阿里云实名核验（410）：/) })
    platform.deps.identity = { sandbox: false, check: () => Promise.reject(new TypeError(`not ${person.id_number}`)) }
    expect(await test()).toMatchObject({ ok: false, answer: '没有成功，原因在日志里' })
    const kept = `${JSON.stringify(await dumpDatabase(platform.deps.database))}${platform.logs.join('\n')}`
    for (const secret of [person.id_number, person.name]) expect(kept).not.toContain(secret)
  })

  it('wants a fresh proof of who asks, as it costs money, and there is none where people review', async () => {
    expect(operatorOpening.test_identity.stepUp).toBe(true)
    platform.deps.identity = undefined
    const refused = await admin.call(operatorOpening.test_identity, { body: person })
    expect([refused.code, refused.message]).toEqual([resultCodes.action_not_allowed.code, '实名由审核人员核对，没有接口可以测试'])
    expect(pick((await admin.call(operatorOpening.get)).data, 'identity').testable).toBe(false)
  })
})

describe('decision 110 Testing WeChat', () => {
  let api: FakeApi
  let fault: object | undefined
  beforeEach(async () => {
    fault = undefined
    api = await startFakeApi(({ path }, response) =>
      answerJson(
        response,
        200,
        fault ??
          (path.startsWith('/cgi-bin/stable_token')
            ? { access_token: 'secret-token', expires_in: 7200 }
            : { url: 'http://weixin.qq.com/q/1' }),
      ),
    )
    const account = { app_id: 'wx1', secret: 's', token: 't', aes_key: undefined }
    platform.deps.wechat = createOfficialAccount(account, { clock: platform.clock, api: api.url })
  })
  afterEach(() => api.close())
  const test = async () => pick((await admin.call(operatorOpening.test_wechat)).data, 'wechat').test

  it('takes a token and a QR code, and repeats neither', async () => {
    const { raw, data } = await admin.call(operatorOpening.test_wechat)
    expect(pick(data, 'wechat').test).toMatchObject({ ok: true })
    expect(raw).not.toMatch(/secret-token|weixin\.qq\.com/)
  })

  it.each([
    [{ errcode: 40164, errmsg: 'invalid ip 10.0.0.9' }, '微信（40164）：这台服务器的出口 IP 不在公众号的 IP 白名单里'],
    [{ errcode: 41004 }, '微信（41004）：按错误码查微信公众平台的全局返回码'],
    [{ odd: true }, '没有连上微信，检查出网规则'],
  ])('says what WeChat said and how to mend it: %#', async (said, answer) => {
    fault = said
    expect(await test()).toMatchObject({ ok: false, answer })
  })
})

describe('decision 110 Testing the upstream of large models', () => {
  let api: FakeApi
  let status: number
  let asked: unknown[]
  beforeEach(async () => {
    status = 200
    asked = []
    api = await startFakeApi(({ path, body }, response) => {
      if (path.endsWith('/models')) return answerJson(response, 200, { data: [{ id: 'qwen' }, { id: 'bge' }] })
      asked.push(JSON.parse(body))
      const error = { error: { message: 'Incorrect API key provided: sk-secret' } }
      return answerJson(response, status, status === 200 ? { usage: { prompt_tokens: 9, completion_tokens: 1 } } : error)
    })
    platform.deps.llm = createOpenaiUpstream({ url: `${api.url}/v1`, key: 'sk-secret', takes_image_addresses: false })
  })
  afterEach(() => api.close())
  const test = (model?: string) => admin.call(operatorOpening.test_llm, { body: { ...(model && { model }) } })
  const read = async (model?: string) => pick((await test(model)).data, 'llm').test

  it('asks the first model, or the one that is named, for one token and says what it cost', async () => {
    expect(await read()).toMatchObject({ ok: true, answer: '上游有 2 个模型，qwen 已应答，用了 10 个词元，由上游计费' })
    expect(await read('bge')).toMatchObject({ ok: true, answer: expect.stringContaining('bge 已应答') })
    expect(asked).toMatchObject([
      { model: 'qwen', max_tokens: 1 },
      { model: 'bge', max_tokens: 1 },
    ])
  })

  it('asks nothing of a model that is not there, and names those that are', async () => {
    expect(await read('gpt')).toMatchObject({ ok: false, answer: '上游没有模型 gpt；它的 2 个模型：qwen、bge' })
    expect(asked).toEqual([])
  })

  it.each([
    [401, '不接受密钥'],
    [429, '欠费或限流'],
    [400, '不是对话模型'],
    [502, '上游出错'],
  ])('says of HTTP %i what to look at, never in the words of the upstream', async (code, said) => {
    status = code
    const { data, raw } = await test()
    expect(pick(data, 'llm').test).toMatchObject({ ok: false, answer: expect.stringContaining(said) })
    expect(raw).not.toContain('sk-secret')
  })

  it('says when nobody answers, and is refused where there is none', async () => {
    await api.close()
    expect(await read()).toMatchObject({ ok: false, answer: expect.stringContaining('上游没有应答') })
    platform.deps.llm = undefined
    expect((await test()).code).toBe(resultCodes.action_not_allowed.code)
  })
})
