import { countPromptTokens } from '#contract/llm-tokens.ts'
import {
  echoModel,
  embeddingModel,
  maxSandboxChoices,
  sandboxContextLength,
  sandboxImageTokens,
} from '#server/adapters/llm-upstream.sandbox/replies.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { beginCall } from '#server/domains/llm/begin-call.service.ts'
import { CallsInProgress } from '#server/domains/llm/calls-in-progress.ts'
import { type AnswerWriter, serveCall } from '#server/domains/llm/serve-call.service.ts'
import { newId } from '#server/lib/ids.ts'

const microPerYuan = 1_000_000n

/** Yuan per million tokens: 2, cached 0.5, output 8; embeddings 0.5. */
const models = [
  {
    id: echoModel,
    name: '复述（沙箱）',
    kind: 'chat' as const,
    max_output: 8192,
    image_tokens: sandboxImageTokens,
    max_choices: maxSandboxChoices,
    price: { input_micro: 2n * microPerYuan, cached_micro: microPerYuan / 2n, output_micro: 8n * microPerYuan },
  },
  {
    id: embeddingModel,
    name: '向量（沙箱）',
    kind: 'embedding' as const,
    max_output: 0,
    image_tokens: null,
    max_choices: 1,
    price: { input_micro: microPerYuan / 2n, cached_micro: microPerYuan / 2n, output_micro: 0n },
  },
]

const questions = ['你好', '什么是词元？', '用一句话介绍混合精度训练', '显存不够怎么办', 'RTX 4090 有多少显存']

/** Discards the output, because only the records of these calls are needed. */
const discardOutlet: AnswerWriter = { left: new AbortController().signal, begin: () => {}, write: () => undefined, end: () => {} }

/** Creates the sandbox's models with prices. */
export async function seedLlmModels({ database, clock }: Deps): Promise<void> {
  const createdAt = clock.now()
  await database.transaction(async (trx) => {
    const repo = demoRepo(trx)
    for (const [sort, { price, ...model }] of models.entries()) {
      const offered = {
        ...model,
        upstream_name: model.id,
        context_length: sandboxContextLength,
        on_offer: true,
        sort,
        created_at: createdAt,
      }
      await repo.insert('llm_models', [offered])
      await repo.insert('llm_prices', [
        { ...price, id: newId('llmprice'), model_id: model.id, version: 1, created_at: createdAt },
      ])
    }
  })
}

/** Creates the sandbox's models and makes a few real calls. A configured upstream has its own models. */
export async function seedLlm(deps: Deps): Promise<void> {
  const { database, llm } = deps
  if (!llm?.sandbox) return
  await seedLlmModels(deps)
  const userId = await demoRepo(database.kysely).userId('13800000002')
  await Promise.all(questions.map((question) => runDemoCall(deps, userId, question)))
}

/** Runs a call like the playground does. */
async function runDemoCall(deps: Deps, userId: string, content: string): Promise<void> {
  const messages = [{ role: 'user', content }]
  const call = await beginCall(
    deps,
    { user_id: userId, key: null },
    {
      model_id: echoModel,
      kind: 'chat',
      bytes: Buffer.byteLength(JSON.stringify(messages)),
      images: { count: 0, by_address: false },
      choices: 1,
      max_output: undefined,
      max_output_field: 'max_tokens',
      stream: true,
      request_id: newId('request'),
    },
  )
  await serveCall(deps, new CallsInProgress(), {
    call,
    question: {
      call: 'chat/completions',
      body: { model: call.upstream_name, messages, stream: true, stream_options: { include_usage: true } },
    },
    stream: { with_usage: false },
    prompt_tokens: () => countPromptTokens({ messages }),
    outlet: discardOutlet,
  })
}
