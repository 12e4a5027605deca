import { countPrompt } from '#contract/llm-tokens.ts'
import {
  echo_model,
  embedding_model,
  sandbox_choices_max,
  sandbox_context_length,
  sandbox_image_tokens,
} from '#server/adapters/llm-upstream.sandbox/replies.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { beginCall } from '#server/domains/llm/begin-call.service.ts'
import { UnderWay } from '#server/domains/llm/calls-in-progress.ts'
import { type Outlet, serveCall } from '#server/domains/llm/serve-call.service.ts'
import { newId } from '#server/lib/ids.ts'

const micro_per_yuan = 1_000_000n

/** Yuan per million tokens: 2, cached 0.5, output 8; embeddings 0.5. */
const models = [
  {
    id: echo_model,
    name: '复述（沙箱）',
    kind: 'chat' as const,
    max_output: 8192,
    image_tokens: sandbox_image_tokens,
    max_choices: sandbox_choices_max,
    price: { input_micro: 2n * micro_per_yuan, cached_micro: micro_per_yuan / 2n, output_micro: 8n * micro_per_yuan },
  },
  {
    id: embedding_model,
    name: '向量（沙箱）',
    kind: 'embedding' as const,
    max_output: 0,
    image_tokens: null,
    max_choices: 1,
    price: { input_micro: micro_per_yuan / 2n, cached_micro: micro_per_yuan / 2n, output_micro: 0n },
  },
]

const questions = ['你好', '什么是词元？', '用一句话介绍混合精度训练', '显存不够怎么办', 'RTX 4090 有多少显存']

/** Nobody listens: what is wanted of these calls are their records. */
const nowhere: Outlet = { left: new AbortController().signal, begin: () => {}, write: () => undefined, end: () => {} }

/** What the sandbox can run, with prices, and a few calls that somebody really made. A configured upstream has models of its own. */
export async function seedLlm(deps: Deps): Promise<void> {
  const { database, clock, llm } = deps
  if (!llm?.sandbox) return
  const created_at = clock.now()
  await database.transaction(async (trx) => {
    const repo = demoRepo(trx)
    for (const [sort, { price, ...model }] of models.entries()) {
      const offered = {
        ...model,
        upstream_name: model.id,
        context_length: sandbox_context_length,
        on_offer: true,
        sort,
        created_at,
      }
      await repo.insert('llm_models', [offered])
      await repo.insert('llm_prices', [{ ...price, id: newId('llmprice'), model_id: model.id, version: 1, created_at }])
    }
  })
  const user_id = await demoRepo(database.kysely).userId('13800000002')
  await Promise.all(questions.map((question) => chat(deps, user_id, question)))
}

/** As the playground does it. */
async function chat(deps: Deps, user_id: string, content: string): Promise<void> {
  const messages = [{ role: 'user', content }]
  const call = await beginCall(
    deps,
    { user_id, key: null },
    {
      model_id: echo_model,
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
  await serveCall(deps, new UnderWay(), {
    call,
    question: {
      call: 'chat/completions',
      body: { model: call.upstream_name, messages, stream: true, stream_options: { include_usage: true } },
    },
    stream: { with_usage: false },
    prompt_tokens: () => countPrompt({ messages }),
    outlet: nowhere,
  })
}
