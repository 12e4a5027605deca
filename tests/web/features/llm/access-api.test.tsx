import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LlmKey, llmKeys } from '#contract/llm-keys.ts'
import { llmModels } from '#contract/llm-models.ts'
import { playgroundPath } from '#contract/llm-wire.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import '#src/admin/form/ResourceCreatePage.tsx'
import { computeAnswerCost } from '#src/features/llm/tokens/playground/answer-cost.ts'
import '#src/features/llm/tokens/AccessApi.tsx'
import '#src/features/llm/tokens/KeyInputs.tsx'
import '#src/features/llm/tokens/playground/Playground.tsx'
import { waitUntil } from '#tests/support/until.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, mswServer } from '#tests/web/support/wire.ts'

vi.mock('#src/api/is-platform-up.ts')

const page = '/console/large-model-api/access-api'
const user = buildUser({ is_tencent: true })
const price = { input: '2.00', cached_input: '0.50', output: '8.00', since: '2026-11-01T00:00:00Z' }
const chat = {
  id: 'zhisuan-echo',
  name: '复述',
  kind: 'chat' as const,
  context_length: 32_768,
  max_output: 4096,
  image_tokens: null,
  max_choices: 1,
  price,
}
const aKey: LlmKey = {
  id: 'key-1',
  name: '课程助教',
  prefix: 'sk-Ab12',
  last4: 'wxyz',
  scopes: ['chat'],
  models: null,
  expires_on: null,
  cap: '5.00',
  spent: '1.234567',
  spent_month: '0.200000',
  calls: 12,
  last_used_at: null,
  state: 'active',
  created_at: '2026-11-21T06:05:00Z',
}

beforeEach(() => {
  mockCall(llmModels.list, () => [chat])
  mockCall(llmModels.gateway, () => ({
    base_url: 'https://gpu.example.cn/v1',
    sandbox: true,
    off: false,
    requests_per_minute: 300,
    body_max_bytes: 8_388_608,
  }))
  mockCall(llmKeys.list, () => ({ items: [aKey], total: 1 }))
})

describe('product §9 Access to the large-model API', () => {
  it('says where to send requests, what models cost, and what each key has spent of its cap', async () => {
    await openApp(page, { user })
    expect(await screen.findByText('https://gpu.example.cn/v1')).toBeInTheDocument()
    expect(await screen.findByText('沙箱：只会复述，计费照常')).toBeInTheDocument()
    const row = (await screen.findByRole('link', { name: '课程助教' })).closest('tr')!
    for (const text of ['sk-Ab12…wxyz', '1.234567', '5.00', '还没有用过']) expect(row).toHaveTextContent(text)
    const models = screen.getByRole('table', { name: '模型与价格' })
    for (const text of ['zhisuan-echo', '32,768', '2.00', '0.50', '8.00']) expect(models).toHaveTextContent(text)
  })

  it('shows a first request that names the address and a model, and no key', async () => {
    await openApp(page, { user })
    expect(await screen.findByText(/curl https:\/\/gpu\.example\.cn\/v1\/chat\/completions/)).toHaveTextContent('zhisuan-echo')
  })

  it('creates a key whose empty fields mean no limit, and shows it once', async () => {
    let sent: unknown
    mockCall(llmKeys.create, ({ body }) => {
      sent = body
      return { ...aKey, secret: 'sk-Ab12-the-whole-secret-wxyz' }
    })
    await openApp(`${page}/create`, { user })
    await userEvent.type(await screen.findByRole('textbox', { name: '密钥名称' }), '课程助教')
    const cap = await screen.findByRole('textbox', { name: '额度上限（元）' })
    await userEvent.type(cap, '5')
    await userEvent.clear(cap)
    await userEvent.click(screen.getByRole('button', { name: '创建密钥' }))
    const dialog = await screen.findByRole('dialog', { name: /复制「课程助教」的密钥/ })
    expect(dialog).toHaveTextContent('sk-Ab12-the-whole-secret-wxyz')
    expect(await within(dialog).findByText(/export API_KEY=sk-Ab12-the-whole-secret-wxyz/)).toBeInTheDocument()
    expect(sent).toEqual({ name: '课程助教', scopes: ['chat', 'embeddings'], models: null, cap: null, expires_on: null })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect((await screen.findAllByText('还没有复制密钥')).length).toBeGreaterThan(0)
  })
})

const event = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
const delta = (content: string) => event({ choices: [{ delta: { content }, finish_reason: null }] })

async function ask(question: string) {
  await openApp(page, { user })
  await userEvent.type(await screen.findByRole('textbox', { name: '问题' }), `${question}{Enter}`)
}

describe('product §9 The playground', () => {
  it('streams the answer and says what it took and cost', async () => {
    let asked: { messages: unknown[]; stream: boolean } | undefined
    mswServer.use(
      http.post(`*${playgroundPath}`, async ({ request }) => {
        asked = (await request.json()) as typeof asked
        const usage = { prompt_tokens: 1000, completion_tokens: 500, prompt_tokens_details: { cached_tokens: 200 } }
        const end = event({ choices: [{ delta: {}, finish_reason: 'stop' }] }) + event({ choices: [], usage }) + event('[DONE]')
        return new HttpResponse(delta('你') + delta('好') + end, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    await ask('在吗')
    expect(await screen.findByText('你好')).toBeInTheDocument()
    expect(await screen.findByText(/输入 1000 词元，输出 500 词元/)).toHaveTextContent('¥0.0057')
    expect(asked).toMatchObject({ stream: true, messages: [{ role: 'user', content: '在吗' }] })
  })

  it('shows why the gateway refused, and keeps the conversation', async () => {
    mswServer.use(
      http.post(`*${playgroundPath}`, () =>
        HttpResponse.json({ error: { message: '余额不足，请先充值', code: 'insufficient_quota' } }, { status: 402 }),
      ),
    )
    await ask('在吗')
    expect(await screen.findByRole('alert')).toHaveTextContent('余额不足，请先充值')
    expect(screen.getByText('在吗')).toBeInTheDocument()
  })

  it('shows an answer as text, whatever is in it', async () => {
    mswServer.use(
      http.post(`*${playgroundPath}`, () => {
        const text = '<img src=x onerror=alert(1)><script>alert(1)</script>'
        return new HttpResponse(delta(text) + event('[DONE]'), { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    await ask('在吗')
    expect(await screen.findByText(/onerror=alert/)).toBeInTheDocument()
    expect(document.querySelector('[role=log] img, [role=log] script')).toBeNull()
  })
})

describe('A playground in a network that is silent (decision 063)', () => {
  let say: ((text: string) => void) | undefined
  const begin = async () => {
    say = undefined
    vi.mocked(isPlatformUp).mockReset().mockResolvedValue(true)
    mswServer.use(
      http.post(`*${playgroundPath}`, () => {
        const encoder = new TextEncoder()
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            say = (text) => controller.enqueue(encoder.encode(text))
          },
        })
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
      }),
    )
    await openApp(page, { user })
    await userEvent.type(await screen.findByRole('textbox', { name: '问题' }), '在吗')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await userEvent.keyboard('{Enter}')
    const told = await waitUntil(() => say ?? Promise.reject(new Error('nobody asked yet')))
    told(delta('你好'))
    await screen.findByText('你好')
  }
  const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000))
  afterEach(() => {
    vi.useRealTimers()
  })

  it('ends an answer that stops coming when the platform does not answer, and keeps what came', async () => {
    await begin()
    vi.mocked(isPlatformUp).mockResolvedValue(false)
    await seconds(20)
    expect(await screen.findByText(/网络中断，请重试/)).toBeInTheDocument()
    expect(screen.getByText('你好')).toBeInTheDocument()
  })

  it('lets a model think for as long as the server does, while the platform answers', async () => {
    await begin()
    await seconds(120)
    expect(isPlatformUp).toHaveBeenCalled()
    say?.(delta('，在的') + event('[DONE]'))
    expect(await screen.findByText('你好，在的')).toBeInTheDocument()
    expect(screen.queryByText(/网络中断/)).not.toBeInTheDocument()
    await seconds(160)
    expect(await screen.findByText(/网络中断，请重试/)).toBeInTheDocument()
  })
})

describe('product §9 The cost of an answer', () => {
  it('counts cached input at its own price, to six places', () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 500, prompt_tokens_details: { cached_tokens: 200 } }
    expect(computeAnswerCost(usage, price)).toBe('0.0057')
    expect(computeAnswerCost({ prompt_tokens: 1, completion_tokens: 0 }, price)).toBe('0.000002')
  })
})
