import { llmKeys } from '#contract/llm-keys.ts'
import type { StoryTime } from '#server/demo/living/calendar.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'

const user = '周远'
/** Two programs and what they ask. */
const programs = [
  { key: '客服助手', questions: ['我的包裹到哪了', '能开专票吗', '怎么退款', '发票抬头写错了怎么改', '可以换个地址收货吗'] },
  {
    key: '文档摘要',
    questions: [
      '用一句话概括这份周报：本周完成了检索服务的压测，首字延迟下降三成。',
      '把下面的会议纪要整理成三条待办：对齐评测口径，补齐样例，下周复盘。',
    ],
  },
] as const

/** Calls per day: a workweek has its rhythm, and a program is used more as it becomes known. */
const callsOn = (day: number): number => ([6, 0].includes((day + 3) % 7) ? 2 : 3 + Math.floor(day / 6))

async function createKeys(stage: Stage): Promise<void> {
  for (const { key } of programs) {
    const { secret } = await stage
      .as(user)
      .call(llmKeys.create, { body: { name: key, scopes: ['chat'], models: null, expires_on: null, cap: null } })
    stage.ids.set(`secret ${key}`, secret)
  }
}

const ask = (stage: Stage, nth: number) => {
  const { key, questions } = programs[nth % 3 === 2 ? 1 : 0]!
  return stage.wire.chat(stage.ids.get(`secret ${key}`)!, questions[nth % questions.length]!.repeat(1 + (nth % 4)))
}

export function buildLlmScenes(): Scene[] {
  const days = Array.from({ length: 28 }, (_, i) => i + 3)
  return [
    { at: '2 10:10', play: createKeys },
    ...days.flatMap((day) =>
      Array.from(
        { length: callsOn(day) },
        (_, nth): Scene => ({
          at: `${day} ${9 + ((nth * 5) % 11)}:${10 + nth * 4}` as StoryTime,
          play: (stage) => ask(stage, day * 7 + nth),
        }),
      ),
    ),
    { at: '31 8:40', play: (stage) => ask(stage, 1) },
    { at: '31 9:15', play: (stage) => ask(stage, 2) },
  ]
}
