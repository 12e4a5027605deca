import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { platform } from '#contract/platform.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { config } from '#src/config.ts'
import { mockCall, mswServer, RefusedError } from '#tests/web/support/wire.ts'

const answer = (body: Parameters<typeof HttpResponse.json>[0], init?: ResponseInit) =>
  mswServer.use(http.get(`*${platform.server_info.path}`, () => HttpResponse.json(body, init)))
const failure = () =>
  callEndpoint(platform.server_info).then(
    () => null,
    (error: unknown) => error,
  )

describe('§7 Calls', () => {
  it('sends path parameters, query and filters as the contract has them, and unwraps a page', async () => {
    mockCall(secretKeys.list, ({ query }) => {
      expect(query).toMatchObject({ page: 2, page_size: 50, sort: 'name', order: 'asc', algorithm: 'rsa' })
      return { items: [], total: 51 }
    })
    const { data, total } = await callEndpoint(secretKeys.list, {
      query: { page: 2, page_size: 50, sort: 'name', order: 'asc', algorithm: 'rsa' },
    })
    expect(data).toEqual([])
    expect(total).toBe(51)
  })

  it('leaves undefined filters out', async () => {
    mockCall(secretKeys.list, ({ request }) => {
      expect(new URL(request.url).search).toBe('?page=1')
      return { items: [], total: 0 }
    })
    await callEndpoint(secretKeys.list, { query: { page: 1, keyword: undefined } })
  })

  it('encodes what it puts into a path', async () => {
    let asked = ''
    mswServer.use(
      http.get('*/check_phone/*', ({ request }) => {
        asked = new URL(request.url).pathname
        return HttpResponse.json({ code: '0', success: true, message: '', data: { registered: false } })
      }),
    )
    await callEndpoint(auth.check_phone, { params: { phone: '1/../2' } })
    expect(asked).toBe('/api/v1/user/check_phone/1%2F..%2F2')
  })
})

describe('§8 Errors', () => {
  it('carries code, message, field errors and request id', async () => {
    mockCall(auth.register, () => {
      throw new RefusedError('phone_taken', { errors: { phone: ['该手机号已注册，请直接登录'] }, request_id: 'req-7' })
    })
    const error = await callEndpoint(auth.register, {
      body: { phone: '13800000001', captcha: '123456', password: 'abcd1234' },
    }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: '00100005',
      status: 409,
      message: '该手机号已注册，请直接登录',
      errors: { phone: ['该手机号已注册，请直接登录'] },
      request_id: 'req-7',
    })
  })

  it('reads msg where there is no message', async () => {
    answer({ code: '1', success: false, msg: '稍等' }, { status: 500 })
    expect(await failure()).toMatchObject({ message: '稍等', status: 500 })
  })

  it('judges success by the code that the build is configured with', async () => {
    const usual = { ...config }
    Object.assign(config, { successCode: '200' })
    try {
      answer({ code: '200', success: true, message: '好了', data: null }, { status: 200 })
      expect((await callEndpoint(platform.server_info)).message).toBe('好了')
      answer({ code: '0', success: true, message: '不是这里的成功', data: null }, { status: 200 })
      expect(await failure()).toMatchObject({ code: '0', message: '不是这里的成功' })
    } finally {
      Object.assign(config, usual)
    }
  })

  it('judges success by the code, not by the status', async () => {
    answer({ code: '00100011', success: false, message: '该微信尚未绑定智算中心账号', data: null }, { status: 200 })
    expect(await failure()).toMatchObject({ code: '00100011', status: 200 })
  })

  it.each([
    [404, '内容不存在或已被删除'],
    [429, '请求过于频繁，请稍后再试'],
    [500, '服务异常，请稍后再试'],
    [502, '服务暂时不可用，请稍后再试'],
  ])('has Chinese words for a %i that is not ours', async (status, message) => {
    mswServer.use(http.get(`*${platform.server_info.path}`, () => new HttpResponse('<html>', { status })))
    expect(await failure()).toMatchObject({ status, message, code: '' })
  })

  it('takes Retry-After from the header', async () => {
    answer({ code: '1', success: false, message: '慢' }, { status: 429, headers: { 'retry-after': '30' } })
    expect(await failure()).toMatchObject({ retry_after: 30 })
  })

  it('is status 0 with a Chinese message when no answer comes', async () => {
    mswServer.use(http.get(`*${platform.server_info.path}`, () => HttpResponse.error()))
    expect(await failure()).toMatchObject({ status: 0, message: '网络连接失败，请检查网络后重试' })
  })
})
