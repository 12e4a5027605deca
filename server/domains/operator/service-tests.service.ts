import { z } from 'zod'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { OpeningStepRow, operatorOpening } from '#contract/operator/opening.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { claimProviderTest, keepTestResult, type TestResult } from '#server/domains/operator/provider-tests.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { type IdentityAnswer, IdentityUncheckedError } from '#server/ports/identity.ts'
import { LlmUnreachable, type LlmUpstream } from '#server/ports/llm-upstream.ts'

type Person = HandlerInput<typeof operatorOpening.test_identity>['body']

const unknownFailure = '没有成功，原因在日志里'

/** An unknown error's message may hold a name, a number or a key. */
function logFailure({ log }: Context['deps'], error: unknown, what: string): void {
  log.warn({ failure: error instanceof Error ? error.name : typeof error }, what)
}

/** Any of them shows that the authority works. */
const identityAnswers: Record<IdentityAnswer, string> = {
  match: '接口可用：姓名与号码一致',
  mismatch: '接口可用：姓名与号码不一致，核对是否输错',
  no_record: '接口可用：查无记录，这样的人会转人工审核',
}

/** Asks the authority about a person, who is stored and logged nowhere. */
export async function testIdentity(ctx: Context, person: Person): Promise<OpeningStepRow[]> {
  const { deps } = ctx
  const { identity } = deps
  if (!identity) throw new Refusal('action_not_allowed', { message: '实名由审核人员核对，没有接口可以测试' })
  await claimProviderTest(ctx)
  const result = await identity.check(person).then(
    (answer): TestResult => ({ ok: true, answer: identityAnswers[answer] }),
    async (error: unknown): Promise<TestResult> => {
      logFailure(deps, error, 'a test question about an identity failed')
      if (!(error instanceof IdentityUncheckedError)) return { ok: false, answer: unknownFailure }
      const { provider, code, reading } = error.trouble
      await reportProviderTroubles(deps, [error.trouble])
      return { ok: false, answer: `${provider}（${code}）：${reading}` }
    },
  )
  return keepTestResult(ctx, 'identity', result)
}

/** What WeChat's error codes mean, and what to do. */
const wechatReadings: Record<number, string> = {
  40001: 'AppSecret 不对，核对 WECHAT_APP_SECRET',
  40013: 'AppID 不对，核对 WECHAT_APP_ID',
  40125: 'AppSecret 不对，核对 WECHAT_APP_SECRET',
  40164: '这台服务器的出口 IP 不在公众号的 IP 白名单里',
  40243: 'AppSecret 已被冻结，到公众平台解冻',
  45009: '今天的调用次数已用完，明天恢复',
  48001: '公众号没有带参数二维码的权限，须是已认证的服务号',
}

function readWechatFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'number') return '没有连上微信，检查出网规则'
  return `微信（${code}）：${wechatReadings[code] ?? '按错误码查微信公众平台的全局返回码'}`
}

const qrSeconds = 60

/** Asks for a QR code that nobody is shown: it takes a token and the right to make codes. */
export async function testWechat(ctx: Context): Promise<OpeningStepRow[]> {
  const { deps } = ctx
  const { wechat } = deps
  if (!wechat) throw new Refusal('wechat_off')
  await claimProviderTest(ctx)
  const result = await wechat.qrText('opening-test', qrSeconds).then(
    (): TestResult => ({ ok: true, answer: '公众号可用，取到了访问凭证与二维码' }),
    (error: unknown): TestResult => {
      logFailure(deps, error, 'a test QR code could not be made')
      return { ok: false, answer: readWechatFailure(error) }
    },
  )
  return keepTestResult(ctx, 'wechat', result)
}

const llmPatienceMs = 20_000
const maxAnswerBytes = 65_536
const namedModels = 5
const Usage = z.object({ usage: z.object({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() }) })

async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxAnswerBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function readLlmStatus(status: number, model: string): string {
  if (status === 401 || status === 403) return `上游不接受密钥（HTTP ${status}），核对 LLM_UPSTREAM_KEY`
  if (status === 402 || status === 429) return `上游欠费或限流（HTTP ${status}）`
  if (status >= 500) return `上游出错（HTTP ${status}），看它的日志`
  return `上游不接受对模型 ${model} 的提问（HTTP ${status}）；如果它不是对话模型，换一个再试`
}

/** Asks one model for a single token. What the upstream says in words is not repeated: it may quote our key. */
async function askOneToken(llm: LlmUpstream, wanted: string | undefined, signal: AbortSignal): Promise<TestResult> {
  const models = await llm.models(signal)
  const model = wanted || models[0]
  if (!model) return { ok: false, answer: '上游应答了，但没有任何模型' }
  if (!models.includes(model)) {
    const some = models.slice(0, namedModels).join('、')
    return {
      ok: false,
      answer: `上游没有模型 ${model}；它的 ${models.length} 个模型：${some}${models.length > namedModels ? ' 等' : ''}`,
    }
  }
  const body = { model, messages: [{ role: 'user', content: '你好' }], max_tokens: 1, stream: false }
  const answer = await llm.ask({ call: 'chat/completions', body }, signal)
  const said = await readAnswer(answer.body)
  if (answer.status >= 400) return { ok: false, answer: readLlmStatus(answer.status, model) }
  const used = Usage.safeParse(said).data?.usage
  const cost = used ? `用了 ${used.prompt_tokens + used.completion_tokens} 个词元，由上游计费` : '上游没有说用了多少词元'
  return { ok: true, answer: `上游有 ${models.length} 个模型，${model} 已应答，${cost}` }
}

/** Lists the upstream's models and asks one of them, the first unless `model` names another. */
export async function testLlm(ctx: Context, model: string | undefined): Promise<OpeningStepRow[]> {
  const { deps } = ctx
  const { llm, clock } = deps
  if (!llm) throw new Refusal('action_not_allowed', { message: '平台没有开通大模型' })
  await claimProviderTest(ctx)
  const [asked, done] = [new AbortController(), new AbortController()]
  void clock.sleep(llmPatienceMs, done.signal).then(() => asked.abort())
  const result = await askOneToken(llm, model, asked.signal).catch((error: unknown): TestResult => {
    logFailure(deps, error, 'a test question to the upstream failed')
    const answer =
      error instanceof LlmUnreachable ? '上游没有应答，检查 LLM_UPSTREAM_URL（要以 /v1 结尾）、密钥与出网规则' : unknownFailure
    return { ok: false, answer }
  })
  done.abort()
  return keepTestResult(ctx, 'llm', result)
}
