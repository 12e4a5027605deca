import { llmKeys } from '#contract/llm-keys.ts'
import { echoModel, embeddingModel } from '#server/adapters/llm-upstream.sandbox/replies.ts'
import { demoCommunityImages, demoDatasets, readDemoReadme } from '#server/demo/community.ts'
import type { StoryTime } from '#server/demo/living/calendar.ts'
import { imagePublications, readPublicationFiles } from '#server/demo/living/publications.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'
import type { LlmRequest } from '#server/ports/llm-upstream.ts'

const user = '周远'

/** Texts to work on: what people wrote about their images and data sets. */
const library: readonly string[] = [
  ...imagePublications.map(({ folder }) => readPublicationFiles('images', folder)['README.md']!),
  ...[...demoCommunityImages, ...demoDatasets].map(readDemoReadme),
]
const takeFromLibrary = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => library[(from + i) % library.length]!)

const chat = (messages: { role: string; content: string }[]): LlmRequest => ({
  call: 'chat/completions',
  body: { model: echoModel, stream: true, stream_options: { include_usage: true }, messages },
})

const guide = `你是平台的客服。只按下面的说明与例句回答，不知道就转人工。\n${takeFromLibrary(0, 5).join('\n')}\n${
  readPublicationFiles('data-sets', 'service-intents')['train.csv']
}`
const questions = [
  '我的包裹到哪了',
  '能开专票吗',
  '怎么退款',
  '发票抬头写错了怎么改',
  '可以换个地址收货吗',
  '昨天的订单还能取消吗',
]
const answers = [
  '先向客户问好，再说明包裹当前所在的站点与预计送达的时间；如果超过三天没有更新，主动提出代为催促，并告诉客户可以在订单详情里随时查看轨迹。',
  '说明可以开具增值税专用发票，请客户在三十天内填写抬头与税号；开出后发到登记的邮箱，需要纸质发票的另付邮费，抬头填错可以作废重开一次。',
  '说明退款在审核通过后原路退回，一到三个工作日到账；已经发货的先拒收或寄回，运费按责任承担，遇到超时不到账的情况请客户提供流水号。',
]

function answerCustomer(nth: number): LlmRequest {
  const turns = Array.from({ length: nth % 4 }, (_, i) => [
    { role: 'user', content: questions[(nth + i) % questions.length]! },
    { role: 'assistant', content: answers[(nth + i) % answers.length]! },
  ])
  const asked = questions[(nth * 5) % questions.length]!
  const draft = `客户问：${asked}。请这样回答：${answers[nth % answers.length]!.repeat(1 + (nth % 2))}`
  return chat([{ role: 'system', content: guide }, ...turns.flat(), { role: 'user', content: draft }])
}

const summarise = (nth: number): LlmRequest =>
  chat([
    { role: 'system', content: '你把长文档整理成要点，保留数字、路径与命令，不添加原文没有的内容。' },
    { role: 'user', content: takeFromLibrary(nth * 3, 16 + ((nth * 7) % 45)).join('\n') },
    { role: 'assistant', content: '已读完，请说明要整理成什么样子。' },
    {
      role: 'user',
      content: `整理成${'三四五六'[nth % 4]}条要点，每条一句话，先写结论再写依据；最后列出还没有写明的地方。${
        answers[nth % answers.length]
      }`,
    },
  ])

const embed = (nth: number): LlmRequest => ({
  call: 'embeddings',
  body: {
    model: embeddingModel,
    input: takeFromLibrary(nth * 5, 60 + ((nth * 11) % 60)).flatMap((text) =>
      text.split('\n\n').filter((part) => part.length > 20),
    ),
  },
})

/** Three programs, and what they ask. */
const programs = {
  客服助手: { since: '2 10:10', scope: 'chat', ask: answerCustomer },
  文档摘要: { since: '2 10:12', scope: 'chat', ask: summarise },
  检索入库: { since: '9 15:20', scope: 'embeddings', ask: embed },
} as const
type Program = keyof typeof programs
const indexingSince = 10

const callers: readonly Program[] = [
  '客服助手',
  '文档摘要',
  '客服助手',
  '检索入库',
  '客服助手',
  '文档摘要',
  '客服助手',
  '文档摘要',
]
const callerOf = (day: number, nth: number): Program => {
  const caller = callers[(day + nth) % callers.length]!
  return caller === '检索入库' && day < indexingSince ? '客服助手' : caller
}

/** Calls per day: a workweek has its rhythm, and a program is used more as it becomes known. */
const callsOn = (day: number): number => ([6, 0].includes((day + 3) % 7) ? 2 : 3 + Math.floor(day / 6))

async function createKey(stage: Stage, name: Program): Promise<void> {
  const body = { name, scopes: [programs[name].scope], models: null, expires_on: null, cap: null }
  const { secret } = await stage.as(user).call(llmKeys.create, { body })
  stage.ids.set(`secret ${name}`, secret)
}

const ask = (stage: Stage, name: Program, nth: number) =>
  stage.wire.askModel(stage.ids.get(`secret ${name}`)!, programs[name].ask(nth))

export function buildLlmScenes(): Scene[] {
  const days = Array.from({ length: 28 }, (_, i) => i + 3)
  return [
    ...Object.entries(programs).map(
      ([name, { since }]): Scene => ({ at: since, play: (stage) => createKey(stage, name as Program) }),
    ),
    ...days.flatMap((day) =>
      Array.from(
        { length: callsOn(day) },
        (_, nth): Scene => ({
          at: `${day} ${9 + ((nth * 5) % 11)}:${10 + nth * 4}` as StoryTime,
          play: (stage) => ask(stage, callerOf(day, nth), day * 7 + nth),
        }),
      ),
    ),
    { at: '31 8:40', play: (stage) => ask(stage, '客服助手', 1) },
    { at: '31 9:15', play: (stage) => ask(stage, '文档摘要', 2) },
  ]
}
